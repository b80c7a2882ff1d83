"""The queue is bounded, clients take turns, and whoever has the most waiting makes room."""

from collections import Counter
from random import Random

from commonfactor.web.worker_lanes import FairQueue


def queue_of(*items: str, most: int = 10) -> FairQueue[str]:
    """A queue of items such as ``a1``, whose client is ``a``; there must be room for all of them."""
    queue: FairQueue[str] = FairQueue(most)
    for item in items:
        assert queue.put(item[0], item) is None
    return queue


def emptied(queue: FairQueue[str]) -> list[str]:
    return [queue.take() for _ in range(len(queue))]


def test_clients_take_turns_and_each_keeps_its_order() -> None:
    assert emptied(queue_of("a1", "a2", "a3", "b1", "c1", "b2")) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_whoever_comes_back_waits_behind_the_others() -> None:
    queue = queue_of("a1", "a2", "b1")
    assert queue.take() == "a1"
    queue.put("c", "c1")
    assert emptied(queue) == ["b1", "a2", "c1"]


def test_one_client_may_fill_the_queue() -> None:
    queue = queue_of("a1", "a2", "a3", "a4", most=4)
    assert queue.put("a", "a5") == "a5"
    assert emptied(queue) == ["a1", "a2", "a3", "a4"]


def test_the_client_with_most_waiting_loses_its_newest_to_a_newcomer() -> None:
    queue = queue_of("a1", "b1", "b2", "b3", "a2", most=5)
    assert queue.put("c", "c1") == "b3"
    assert len(queue) == 5
    assert emptied(queue) == ["a1", "b1", "c1", "a2", "b2"]


def test_nobody_is_dropped_for_somebody_who_would_then_have_as_many() -> None:
    queue = queue_of("a1", "b1", "b2", "c1", most=4)
    assert queue.put("a", "a2") == "a2"
    assert queue.put("d", "d1") == "b2"
    assert queue.put("e", "e1") == "e1"
    assert emptied(queue) == ["a1", "b1", "c1", "d1"]


def test_what_waits_no_more_makes_room() -> None:
    queue = queue_of("a1", "a2", "b1", most=3)
    queue.remove("a", "a1")
    queue.remove("b", "b1")
    queue.remove("b", "b1")
    queue.remove("c", "a2")
    assert queue.put("b", "b2") is None
    assert emptied(queue) == ["a2", "b2"]
    assert not queue


def test_in_a_full_queue_shares_differ_by_one_at_most_when_all_ask_for_more() -> None:
    random = Random(1)
    queue: FairQueue[str] = FairQueue(20)
    for number in range(20):
        queue.put("greedy", f"greedy {number}")
    clients = ["greedy", "b", "c", "d", "e", "f"]
    for number in range(400):
        client = random.choice(clients)
        queue.put(client, f"{client} {number}")
    left = Counter(item.partition(" ")[0] for item in emptied(queue))
    assert left.total() == 20
    assert set(left.values()) == {3, 4}
