"""How much one client may ask for."""

from collections import defaultdict
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.web.rate_limits import MOST_CLIENTS, Clients, Limiter, OpenSockets
from commonfactor.web.settings import Rate


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> int:
        return round(self.now * 1e9)


class TestLimiter:
    def test_a_burst_is_taken_at_once_and_then_one_waits_for_one_token(self) -> None:
        clock = Clock()
        limiter = Limiter(Rate(3, 30), clock)
        assert [limiter.take("a") for _ in range(5)] == [None, None, None, 2.0, 2.0]
        clock.now += 0.5
        assert limiter.take("a") == 1.5
        clock.now += 1.5
        assert limiter.take("a") is None
        assert limiter.take("a") == 2.0

    def test_a_full_bucket_gives_its_whole_burst_at_any_time(self) -> None:
        clock = Clock()
        for rate in Rate(1, 1), Rate(3, 7), Rate(10, 90):
            for moment in range(2_000):
                clock.now = 1_000 + moment / 7
                limiter = Limiter(rate, clock)
                assert [limiter.take("a") for _ in range(rate.burst)] == [None] * rate.burst, clock.now

    def test_a_full_bucket_fills_no_further(self) -> None:
        clock = Clock()
        limiter = Limiter(Rate(2, 60), clock)
        limiter.take("a")
        clock.now += 3600
        assert [limiter.take("a") for _ in range(3)] == [None, None, 1.0]

    def test_what_is_charged_later_has_to_be_waited_for(self) -> None:
        clock = Clock()
        limiter = Limiter(Rate(2, 60), clock)
        assert limiter.take("a") is None
        limiter.charge("a", 3)
        assert [limiter.take("a"), limiter.take("b")] == [3.0, None]
        clock.now += 3.0
        assert [limiter.take("a"), limiter.take("a")] == [None, 1.0]

    def test_clients_do_not_share(self) -> None:
        limiter = Limiter(Rate(1, 60), Clock())
        assert [limiter.take(client) for client in "abab"] == [None, None, 1.0, 1.0]

    def test_being_refused_costs_nothing(self) -> None:
        clock = Clock()
        limiter = Limiter(Rate(1, 60), clock)
        limiter.take("a")
        for _ in range(100):
            limiter.take("a")
        clock.now += 1.0
        assert limiter.take("a") is None

    def test_whoever_waits_as_long_as_told_is_let_in(self) -> None:
        clock = Clock()
        limiter = Limiter(Rate(7, 100), clock)
        for _ in range(500):
            wait = limiter.take("a")
            clock.now += wait or 0.0
            assert wait is None or limiter.take("a") is None

    def test_it_remembers_so_many_clients_and_forgets_the_one_longest_unused(self) -> None:
        limiter = Limiter(Rate(1, 60), Clock(), most_clients=3)
        for client in "abcadb":  # a comes again, so d takes the place of b, and b that of c
            limiter.take(client)
        assert len(limiter) == 3
        assert limiter.take("a") is not None
        assert limiter.take("d") is not None

    def test_its_memory_is_bounded(self) -> None:
        limiter = Limiter(Rate(120, 240), Clock())
        for number in range(MOST_CLIENTS + 5_000):
            limiter.take(str(number))
        assert len(limiter) == MOST_CLIENTS == 10_000

    @given(
        st.integers(1, 5),
        st.sampled_from([6, 60, 600]),
        st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([0.0, 0.05, 0.3, 1.0, 7.0])), max_size=60),
        st.integers(4, 6),
    )
    def test_no_window_holds_more_than_the_burst_and_the_rate(
        self, burst: int, per_minute: int, asked: list[tuple[str, float]], most_clients: int
    ) -> None:
        clock = Clock()
        limiter = Limiter(Rate(burst, per_minute), clock, most_clients)
        taken = defaultdict(list)
        for client, pause in asked:
            clock.now += pause
            if limiter.take(client) is None:
                taken[client].append(clock.now)
        assert len(limiter) <= most_clients
        for times in taken.values():
            for (first, begin), (last, end) in combinations(enumerate(times), 2):
                assert last - first + 1 <= burst + (end - begin) * per_minute / 60 + 1e-6

    @given(st.lists(st.sampled_from("abcdefgh"), max_size=50), st.integers(1, 4))
    def test_however_many_clients_come_it_remembers_no_more_than_told(self, asked: list[str], most: int) -> None:
        limiter = Limiter(Rate(1, 1), Clock(), most)
        for client in asked:
            limiter.take(client)
            assert len(limiter) <= most


class TestOpenSockets:
    def test_each_client_has_so_many_places(self) -> None:
        sockets = OpenSockets(2)
        with sockets.place_for("a") as first, sockets.place_for("a") as second:
            assert first
            assert second
            with sockets.place_for("a") as third, sockets.place_for("b") as other:
                assert not third
                assert other
            with sockets.place_for("a") as again:
                assert not again
        with sockets.place_for("a") as place:
            assert place

    def test_a_place_is_given_back_whatever_happens(self) -> None:
        sockets = OpenSockets(1)
        for _ in range(3):
            with suppress(RuntimeError), sockets.place_for("a") as place:
                assert place
                raise RuntimeError
        assert len(sockets) == 0

    def test_who_has_gone_is_forgotten(self) -> None:
        sockets = OpenSockets(1)
        with sockets.place_for("a"), sockets.place_for("a"), sockets.place_for("b"):
            assert len(sockets) == 2
        assert len(sockets) == 0


def _client(peer: str | None, *forwarded: str, trusted: tuple[str, ...] = ("127.0.0.1", "10.0.0.0/8")) -> str:
    scope: dict[str, Any] = {
        "client": (peer, 5000) if peer is not None else None,
        "headers": [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded],
    }
    return Clients(trusted).of(scope)


class TestClients:
    def test_a_client_is_an_address(self) -> None:
        assert _client("192.0.2.1") == "192.0.2.1"

    def test_of_a_long_address_the_first_half_counts(self) -> None:
        assert _client("2001:db8:1:2:3:4:5:6") == _client("2001:db8:1:2::1") == "2001:db8:1:2::/64"
        assert _client("2001:db8:1:3::1") != _client("2001:db8:1:2::1")

    def test_a_short_address_in_a_long_one_is_the_short_one(self) -> None:
        assert _client("::ffff:192.0.2.1") == "192.0.2.1"
        assert _client("::ffff:192.0.2.2") == "192.0.2.2"

    @pytest.mark.parametrize("peer", ["testclient", "/run/socket", ""])
    def test_what_is_no_address_stands_for_itself(self, peer: str) -> None:
        assert _client(peer, "192.0.2.9") == peer

    def test_where_nobody_is_named_all_are_one(self) -> None:
        assert _client(None, "192.0.2.9") == ""

    def test_untrusted_ones_are_not_believed(self) -> None:
        assert _client("192.0.2.1", "198.51.100.7") == "192.0.2.1"
        assert _client("127.0.0.1", "198.51.100.7", trusted=()) == "127.0.0.1"

    @pytest.mark.parametrize(
        ("forwarded", "client"),
        [
            (["198.51.100.7"], "198.51.100.7"),
            (["203.0.113.5, 198.51.100.7"], "198.51.100.7"),  # the left one is made up
            (["203.0.113.5", "198.51.100.7"], "198.51.100.7"),
            (["203.0.113.5, 198.51.100.7, 10.1.2.3"], "198.51.100.7"),
            (["198.51.100.7,10.1.2.3,127.0.0.1"], "198.51.100.7"),
            ([" 198.51.100.7 \t"], "198.51.100.7"),
            (["2001:db8:1:2:3::1"], "2001:db8:1:2::/64"),
            (["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
            (["198.51.100.7, what"], "127.0.0.1"),
            (["198.51.100.7, unknown, 10.0.0.1"], "10.0.0.1"),
            (["198.51.100.7,"], "127.0.0.1"),
            ([""], "127.0.0.1"),
            ([], "127.0.0.1"),
            (["\xff\x00, 10.0.0.1\n"], "10.0.0.1"),
            ([", ".join(["198.51.100.7"] * 5_000)], "198.51.100.7"),
        ],
    )
    def test_trusted_proxies_are_believed_one_after_the_other(self, forwarded: list[str], client: str) -> None:
        assert _client("127.0.0.1", *forwarded) == client

    def test_a_proxy_may_listen_on_both_kinds_of_address(self) -> None:
        assert _client("::ffff:127.0.0.1", "198.51.100.7") == "198.51.100.7"
        assert _client("::1", "198.51.100.7", trusted=("::1",)) == "198.51.100.7"

    def test_what_is_no_proxy_is_told_at_the_start(self) -> None:
        with pytest.raises(ValueError, match="proxy"):
            Clients(["proxy"])
