"""The address by which other machines in the same network reach this one, and a picture of it to point a phone at."""

import io
import socket
from collections.abc import Sequence
from ipaddress import ip_address

import segno

# Nothing is sent there: the system only says from which of its addresses it would send. The first is for documentation
# alone and stands for the world; the others are the last of each private network.
_ELSEWHERE = ("192.0.2.255", "10.255.255.255", "172.31.255.255", "192.168.255.255")


def network_address(elsewhere: Sequence[str] = _ELSEWHERE) -> str | None:
    """The address that this machine has in its network; None if it is in none."""
    for target in elsewhere:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))  # no port matters
            except OSError:  # no way leads there
                continue
            found = str(probe.getsockname()[0])
        if not ip_address(found).is_loopback:
            return found
    return None


def code_of(address: str) -> str:
    """The QR code of an address, drawn with half blocks."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
