"""The queue is bounded, and clients take turns."""

from commonfactor.web.fairness import Bounds, FairQueue

ROOMY = Bounds(total=10, per_client=10)


def queue_of(*items: str, bounds: Bounds = ROOMY) -> FairQueue[str]:
    """A queue of items such as ``a1``, whose client is ``a``."""
    queue: FairQueue[str] = FairQueue(bounds)
    for item in items:
        queue.put(item[0], item)
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


def test_there_is_room_up_to_the_bounds() -> None:
    queue = queue_of("a1", "a2", bounds=Bounds(total=4, per_client=2))
    assert not queue.has_room_for("a")
    assert queue.has_room_for("b")
    queue.put("b", "b1")
    queue.put("c", "c1")
    assert not queue.has_room_for("d")
    queue.take()
    assert queue.has_room_for("a")


def test_what_waits_no_more_makes_room() -> None:
    queue = queue_of("a1", "a2", "b1")
    queue.remove("a", "a1")
    queue.remove("b", "b1")
    queue.remove("b", "b1")
    queue.remove("c", "a2")
    assert emptied(queue) == ["a2"]
    assert not queue
