"""The games as text for language models: prompts, answers, and a player made of any function from text to text."""

from commonfactor.agents.text.answers import Reason, Refusal
from commonfactor.agents.text.disguise import Disguise
from commonfactor.agents.text.game import TextGame
from commonfactor.agents.text.player import Exchange, TextPlayer

__all__ = ["Disguise", "Exchange", "Reason", "Refusal", "TextGame", "TextPlayer"]
