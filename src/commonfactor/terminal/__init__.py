"""Line-by-line play in a terminal or through a pipe."""
