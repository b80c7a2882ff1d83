"""Locks that keep other programs away from a file or a folder, on systems that have them."""

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None


def has_locked(descriptor: int) -> bool:
    """Lock an open file or folder for this program alone; False if another one has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
