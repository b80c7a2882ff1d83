"""The games as text for language models: what is asked, how an answer is read, and a player made of both.

Nothing here reaches for a network: any function from text to text is a player.
"""

from commonfactor.agents.text.answers import Reason, Refusal
from commonfactor.agents.text.disguise import Disguise
from commonfactor.agents.text.game import TextGame
from commonfactor.agents.text.player import Exchange, TextPlayer

__all__ = ["Disguise", "Exchange", "Reason", "Refusal", "TextGame", "TextPlayer"]
