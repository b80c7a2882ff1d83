"""Locks on files and folders against other programs, on systems that have them."""

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None


def has_locked(descriptor: int) -> bool:
    """Lock an open file or folder for this program alone; False if another program holds the lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
