"""The games for other programs: engines, environments, text games, and the players that they bring."""
