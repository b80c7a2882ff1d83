"""The games for browsers and other programs: an HTTP interface, live games, and the page."""
