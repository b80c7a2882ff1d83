"""What stands behind the engine protocol: our own engine, the processes of others, and the checks of both."""
