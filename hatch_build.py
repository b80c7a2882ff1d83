"""Makes the page a part of every wheel and every editable installation; without a page there is neither."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))

from page_build import build, requirements


class PageHook(BuildHookInterface[BuilderConfig]):
    """Builds the page into the package."""

    def dependencies(self) -> list[str]:
        return requirements()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(Path(self.root))
