"""A bounded queue in which nobody can crowd out the others."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Clients take turns, whatever the number of their items; those of one client stay in their order."""

    def __init__(self, most: int) -> None:
        """Begin empty, with room for so many items."""
        self._most = most
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, client: str, item: Item) -> Item | None:
        """Add an item, and return the one that is dropped for it if the queue was full.

        The client with the most items loses its newest one. If no client has more than the one
        that has just come, the new item itself is dropped.
        """
        self._waiting.setdefault(client, deque()).append(item)
        self._count += 1
        if self._count <= self._most:
            return None
        greediest = max(self._waiting, key=lambda one: (len(self._waiting[one]), one == client))
        dropped = self._waiting[greediest][-1]
        self.remove(greediest, dropped)
        return dropped

    def take(self) -> Item:
        """Remove and return the next item, which there must be; its client goes to the end of the row."""
        client, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[client] = items
        self._count -= 1
        return item

    def remove(self, client: str, item: Item) -> None:
        """Take an item out that waits no more; nothing happens if it is not there."""
        items = self._waiting.get(client, deque())
        if item in items:
            items.remove(item)
            self._count -= 1
            if not items:
                del self._waiting[client]
