import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { RefusalError } from "../api";
import { catalogue, catalogueGame, catalogueProblem, loadCatalogue } from "../catalogue";
import { useGameStart } from "../game/start";
import { Problem } from "../Problem";
import { TUTOR, TUTOR_NAME, usualLevel } from "../progress";
import { Heading, Link, navigate } from "../route";
import { ownName } from "../settings";
import { rulesAddress } from "../setups";
import { useSubject } from "../subject";
import type { CatalogueGame, Catalogue, NewGame, Opponent } from "../types";
import { useRefusal } from "../useRefusal";
import { capital } from "../words";
import { BoardPicture } from "./BoardPicture";
import { addressOf, choicesIn, type Choices, type Starter } from "./choices";
import { ChoiceTiles } from "./ChoiceTiles";
import { MoreChoices } from "./MoreChoices";
import { NAMES, NameFields } from "./NameFields";
import { objectionTo } from "./setupCheck";

export function NewGamePage({ game: name, query }: { game: string; query: string }): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  const game = catalogueGame(name);
  if (game && catalogue.value) return <NewGameForm game={game} offered={catalogue.value} query={query} />;
  return (
    <div class="narrow">
      <Heading title="New game" />
      {catalogue.value ? (
        <p>
          There is no game of the name “{name}”. <Link to="/">See all games</Link>.
        </p>
      ) : (
        <p class={catalogueProblem.value ? "problem" : "quiet"}>{catalogueProblem.value ?? "One moment…"}</p>
      )}
    </div>
  );
}

const OPPONENTS: [Opponent, string][] = [
  ["computer", "The computer"],
  ["friend", "A friend, elsewhere"],
  ["one-device", "A friend, on this device"],
];

const STARTERS: Record<Opponent, [Starter, string][]> = {
  computer: [
    ["you", "I start"],
    ["other", "The computer starts"],
    ["coin", "Toss a coin"],
  ],
  friend: [
    ["you", "I start"],
    ["other", "My friend starts"],
    ["coin", "Toss a coin"],
  ],
  "one-device": [
    ["you", "The first named starts"],
    ["other", "The second named starts"],
    ["coin", "Toss a coin"],
  ],
};

/** Of the reader, and of the other on the same device. */
type Names = readonly [string, string];

/** Who sits where is decided by who starts. */
function wanted(game: CatalogueGame, { setup, opponent, level, target, swap }: Choices, [own, other]: Names, isFirst: boolean): NewGame {
  const isOneDevice = opponent === "one-device";
  const names = isOneDevice ? [own.trim() || "Player 1", other.trim() || "Player 2"] : [own.trim()];
  return {
    swap,
    game: game.name,
    setup: setup.trim(),
    opponent,
    target: target === "" ? null : Number(target),
    level: opponent !== "computer" ? null : level === TUTOR ? TUTOR_NAME : level,
    ...(isOneDevice ? {} : { you: isFirst ? 1 : 2 }),
    names: names[0] ? (isFirst || !isOneDevice ? names : names.reverse()) : null,
  };
}

/** Lets the address say what is chosen, a moment later: browsers do not let it change with every key. */
function useAddress(address: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const { pathname, search } = location;
      // The game may have begun, and this page be about to go.
      const isHere = address.split("?")[0] === pathname;
      if (isHere && address !== pathname + search) navigate(address, { replace: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [address]);
}

interface NewGameFormProps {
  game: CatalogueGame;
  offered: Catalogue;
  /** What the address says, when the page is opened. */
  query: string;
}

function NewGameForm({ game, offered: { levels, limits }, query }: NewGameFormProps): JSX.Element {
  useSubject(game.name);
  const [choices, setChoices] = useState(() => choicesIn(query, game, levels, usualLevel()));
  const [names, setNames] = useState<Names>([ownName.peek(), ""]);
  const { setup, opponent, level, starter } = choices;
  useAddress(addressOf(choices, game));
  const refusal = useRefusal();
  const { start, isStarting } = useGameStart();
  const isOneDevice = opponent === "one-device";
  const shown = ["setup", "target", ...NAMES.slice(0, isOneDevice ? 2 : 1), ...(opponent === "computer" ? ["level"] : [])];
  const change = (part: Partial<Choices>, field?: string): void => {
    setChoices((before) => ({ ...before, ...part }));
    if (field) refusal.forget(field);
  };
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isStarting) return;
    const refuse = refusal.submit();
    const objection = await objectionTo(game.name, setup.trim());
    if (objection !== null) return refuse(objection, "setup");
    const isFirst = starter === "you" || (starter === "coin" && Math.random() < 0.5);
    const error = await start(wanted(game, choices, names, isFirst), choices.without);
    // A name that was refused is not worth remembering.
    if (error === null) ownName.value = names[0].trim();
    else refuse(error, isOneDevice && !isFirst ? otherNameThan(error) : undefined);
  };
  const nameFields = <NameFields names={names} isBoth={isOneDevice} longest={limits.longest_name} refusal={refusal} onNames={setNames} />;
  return (
    <form ref={refusal.form} class="new-game" onSubmit={(event) => void create(event)}>
      <Intro game={game} setup={setup.trim()} />
      <ChoiceTiles legend="Play against" name="opponent" value={opponent} choices={OPPONENTS} onChoose={(chosen) => change({ opponent: chosen })} />
      {opponent === "computer" && (
        <ChoiceTiles
          legend="Level"
          name="level"
          value={String(level)}
          choices={[
            [String(TUTOR), "Tutor", "Says after each move what it did. Gives early mistakes back."],
            ...levels.map(({ number, name, description }) => [String(number), `${number} ${name}`, `${capital(description)}.`] as const),
          ]}
          refused={refusal.on("level")}
          onChoose={(chosen) => change({ level: Number(chosen) }, "level")}
        />
      )}
      <ChoiceTiles legend="Who starts" name="starter" value={starter} choices={STARTERS[opponent]} onChoose={(chosen) => change({ starter: chosen })} />
      {opponent !== "computer" && nameFields}
      <MoreChoices game={game} choices={choices} longest={limits.longest_match} refusal={refusal} onChange={change}>
        {opponent === "computer" && nameFields}
      </MoreChoices>
      <Problem>{refusal.besides(shown)}</Problem>
      <button type="submit" class="primary large" aria-disabled={isStarting}>
        {isStarting ? "Starting…" : opponent === "friend" ? "Create the game and its link" : "Start"}
      </button>
    </form>
  );
}

function Intro({ game, setup }: { game: CatalogueGame; setup: string }): JSX.Element {
  return (
    <div class="intro">
      <BoardPicture game={game} />
      <div>
        <Heading title={game.title} />
        <p>
          {game.summary} <Link to={rulesAddress(game.name, setup)}>Rules</Link>
        </p>
      </div>
    </div>
  );
}

/** The name field that a refusal is about when the second name was sent first; none if it is about something else. */
function otherNameThan(error: unknown): string | undefined {
  const field = error instanceof RefusalError ? error.field : undefined;
  const place = NAMES.findIndex((name) => name === field);
  return NAMES[1 - place];
}

