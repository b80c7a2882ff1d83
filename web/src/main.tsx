import { render } from "preact";

import { App } from "./App";
import { keepFocus } from "./focus";
import { followKeptGames } from "./game/kept";
import { followAddress } from "./route";
import { applyTheme } from "./settings";
import icon from "./style/icon.svg";

applyTheme();
followAddress();
followKeptGames();
document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
const root = document.getElementById("page");
if (root) {
  keepFocus(root);
  render(<App />, root);
}
