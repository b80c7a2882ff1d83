import type { JSX } from "preact";

import { LiveRegion } from "./announce";
import { GamePage } from "./game/GamePage";
import { HelpDialog, openHelp } from "./HelpDialog";
import { HomePage } from "./home/HomePage";
import { NewGamePage } from "./home/NewGamePage";
import { lazy } from "./Lazy";
import { Heading, Link, placeOf, route, type Route } from "./route";
import icon from "./style/icon.svg";
import { Emblem, subject } from "./subject";
import { ThemeSwitch } from "./ThemeSwitch";

const AboutPage = lazy<{ game: string; setup: string | null }>(async () => (await import("./rules/AboutPage")).default);
const AnalysisPage = lazy<{ notation: string }>(async () => (await import("./analysis/AnalysisPage")).default);
const LearnPage = lazy<{ game: string | null }>(async () => (await import("./learn/LearnPage")).default);
const ReviewPage = lazy<{ notation?: string; gameId?: string }>(async () => (await import("./review/ReviewPage")).default);
const RulesPage = lazy<{ game: string; setup: string | null }>(async () => (await import("./rules/RulesPage")).default);

export function App(): JSX.Element {
  const here = route.value;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="site">
        <Link to="/" class="brand">
          {subject.value ? <Emblem game={subject.value} /> : <img src={icon} alt="" width="34" height="34" />}
          <span class={subject.value ? "unseen" : ""}>Common Factor</span>
        </Link>
        <div class="row">
          <Link to="/learn" class="site-link">
            Learn
          </Link>
          <ThemeSwitch />
          <button type="button" class="plain" aria-label="Keys and help" onClick={openHelp}>
            ?
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1} key={placeOf(here)}>
        <Page route={here} />
      </main>
      <LiveRegion />
      <HelpDialog />
    </>
  );
}

function Page({ route: here }: { route: Route }): JSX.Element {
  switch (here.page) {
    case "home":
      return <HomePage />;
    case "new":
      return <NewGamePage game={here.game} query={here.query} />;
    case "game":
      return <GamePage id={here.id} />;
    case "game-review":
      return <ReviewPage gameId={here.id} />;
    case "analysis":
      return <AnalysisPage notation={here.notation} />;
    case "review":
      return <ReviewPage notation={here.notation} />;
    case "rules":
      return <RulesPage game={here.game} setup={here.setup} />;
    case "about":
      return <AboutPage game={here.game} setup={here.setup} />;
    case "learn":
      return <LearnPage game={here.game} />;
    case "missing":
      return (
        <div class="narrow">
          <Heading title="There is no such page" />
          <p>
            Nothing is at this address. <Link to="/">Go to the games</Link>.
          </p>
        </div>
      );
  }
}
