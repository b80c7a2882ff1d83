"""The engine protocol at work: our own engine, the processes of others, and the checks of both."""
