"""A bounded queue in which nobody can crowd out the others."""

from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Bounds(NamedTuple):
    """How many items may wait, in all and of one client."""

    total: int
    per_client: int


class FairQueue(Generic[Item]):
    """Clients take turns, whatever the number of their items; those of one client stay in their order."""

    def __init__(self, bounds: Bounds) -> None:
        """Begin with nobody waiting."""
        self._bounds = bounds
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def has_room_for(self, client: str) -> bool:
        """Whether one more item of a client may wait."""
        own = len(self._waiting.get(client, ()))
        return self._count < self._bounds.total and own < self._bounds.per_client

    def put(self, client: str, item: Item) -> None:
        """Let an item wait, for which there must be room."""
        self._waiting.setdefault(client, deque()).append(item)
        self._count += 1

    def take(self) -> Item:
        """The next item, which there must be; its client goes to the end of the row."""
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
