import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import { RefusalError } from "../api";
import { catalogue, catalogueGame, catalogueProblem, loadCatalogue } from "../catalogue";
import { Problem } from "../Problem";
import { Heading, Link } from "../route";
import { ownName } from "../settings";
import { rulesAddress } from "../setups";
import { useSubject } from "../subject";
import type { CatalogueGame, Level, NewGame, Opponent, Player } from "../types";
import { tied, useRefusal } from "../useRefusal";
import { BoardPicture } from "./BoardPicture";
import { objectionTo } from "./setupCheck";
import { SetupFields } from "./SetupFields";
import { start } from "./start";

export function NewGamePage({ game: name }: { game: string }): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  const game = catalogueGame(name);
  if (game) return <NewGameForm game={game} />;
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

type Starter = "you" | "other" | "coin";

const OPPONENTS: [Opponent, string, string][] = [
  ["computer", "The computer", "Choose how strong it is."],
  ["friend", "A friend, elsewhere", "You get a link to send."],
  ["one-device", "A friend, on this device", "Pass it back and forth."],
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

const SINGLE_GAMES = "";

const NAMES = ["names[0]", "names[1]"] as const;

function NewGameForm({ game }: { game: CatalogueGame }): JSX.Element {
  useSubject(game.name);
  const { levels, limits } = catalogue.value as NonNullable<typeof catalogue.value>;
  const [setup, setSetup] = useState(game.recommended_setup);
  const [opponent, setOpponent] = useState<Opponent>("computer");
  const [level, setLevel] = useState(3);
  const [name, setName] = useState(ownName.peek());
  const [otherName, setOtherName] = useState("");
  const [starter, setStarter] = useState<Starter>("you");
  const [target, setTarget] = useState(SINGLE_GAMES);
  const [swap, setSwap] = useState(false);
  const refusal = useRefusal();
  const [isStarting, setStarting] = useState(false);
  const isOneDevice = opponent === "one-device";
  const shown = ["setup", "target", NAMES[0], isOneDevice ? NAMES[1] : "level"];

  const wanted = (isFirst: boolean): NewGame => {
    const you: Player = isFirst ? 1 : 2;
    const names = isOneDevice ? [name.trim() || "Player 1", otherName.trim() || "Player 2"] : [name.trim()];
    if (isOneDevice && !isFirst) names.reverse();
    return {
      game: game.name,
      setup: setup.trim(),
      opponent,
      swap,
      target: target === SINGLE_GAMES ? null : Number(target),
      ...(opponent === "computer" ? { level } : {}),
      ...(isOneDevice ? {} : { you }),
      ...(names[0] ? { names } : {}),
    };
  };
  const changeSetup = (next: string): void => {
    setSetup(next);
    refusal.forget("setup");
  };
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isStarting) return;
    setStarting(true);
    const refuse = refusal.submit();
    const objection = await objectionTo(game.name, setup.trim());
    if (objection !== null) {
      refuse(objection, "setup");
      setStarting(false);
      return;
    }
    const isFirst = starter === "you" || (starter === "coin" && Math.random() < 0.5);
    try {
      await start(wanted(isFirst));
      // A name that was refused is not worth remembering.
      ownName.value = name.trim();
    } catch (error) {
      refuse(error, isOneDevice && !isFirst ? otherNameThan(error) : undefined);
      setStarting(false);
    }
  };
  return (
    <form ref={refusal.form} class="new-game" onSubmit={(event) => void create(event)}>
      <div class="intro">
        <BoardPicture game={game} />
        <div>
          <Heading title={game.title} />
          <p>
            {game.summary} <Link to={rulesAddress(game.name, setup.trim())}>Rules</Link>
          </p>
        </div>
      </div>
      <SetupFields game={game} setup={setup} refused={refusal.on("setup")} onSetup={changeSetup} />
      <Choices legend="Play against" name="opponent" value={opponent} onChoose={setOpponent} choices={OPPONENTS} />
      {opponent === "computer" && <Levels levels={levels} level={level} refused={refusal.on("level")} onLevel={setLevel} />}
      <fieldset>
        <legend>{isOneDevice ? "Names" : "Your name"}</legend>
        <div class="row">
          {NAMES.slice(0, isOneDevice ? 2 : 1).map((field, place) => (
            <NameField
              key={field}
              field={field}
              label={isOneDevice ? (place === 0 ? "First" : "Second") : "Name"}
              value={place === 0 ? name : otherName}
              longest={limits.longest_name}
              refused={refusal.on(field)}
              onName={(changed) => {
                (place === 0 ? setName : setOtherName)(changed);
                refusal.forget(field);
              }}
            />
          ))}
        </div>
      </fieldset>
      <Choices legend="Who starts" name="starter" value={starter} onChoose={setStarter} choices={STARTERS[opponent]} isCompact />
      <Match
        target={target}
        longest={limits.longest_match}
        swap={swap}
        refused={refusal.on("target")}
        onTarget={setTarget}
        onSwap={setSwap}
      />
      <Problem>{refusal.besides(shown)}</Problem>
      <button type="submit" class="primary large" aria-disabled={isStarting}>
        {isStarting ? "Starting…" : opponent === "friend" ? "Create the game and its link" : "Start"}
      </button>
    </form>
  );
}

/** The name field that a refusal is about when the second name was sent first; none if it is about something else. */
function otherNameThan(error: unknown): string | undefined {
  const field = error instanceof RefusalError ? error.field : undefined;
  const place = NAMES.findIndex((name) => name === field);
  return NAMES[1 - place];
}

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  choices: (readonly [value: Value, label: string, about?: string])[];
  onChoose: (value: Value) => void;
  isCompact?: boolean;
  /** The server's objection to the choice, or null. */
  refused?: string | null;
}

function Choices<Value extends string>(props: ChoicesProps<Value>): JSX.Element {
  const { legend, name, value, choices, onChoose, isCompact = false, refused = null } = props;
  const sentence = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class={isCompact ? "choices compact" : "choices"}>
        {choices.map(([choice, label, about]) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name={name}
              checked={choice === value}
              aria-describedby={refused === null ? undefined : sentence}
              onChange={() => onChoose(choice)}
            />
            <span>
              {label}
              {about && <small>{about}</small>}
            </span>
          </label>
        ))}
      </div>
      <Problem id={sentence}>{refused}</Problem>
    </fieldset>
  );
}

interface LevelsProps {
  levels: Level[];
  level: number;
  refused: string | null;
  onLevel: (level: number) => void;
}

function Levels({ levels, level, refused, onLevel }: LevelsProps): JSX.Element {
  return (
    <Choices
      legend="Level"
      name="level"
      value={String(level)}
      choices={levels.map(({ number, name, description }) => [String(number), `${number} ${name}`, description] as const)}
      refused={refused}
      onChoose={(chosen) => onLevel(Number(chosen))}
    />
  );
}

interface NameFieldProps {
  /** What the server calls it. */
  field: string;
  label: string;
  value: string;
  longest: number;
  refused: string | null;
  onName: (name: string) => void;
}

function NameField({ field, label, value, longest, refused, onName }: NameFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field grows">
      <label for={id}>{label} (may be left empty)</label>
      <input
        id={id}
        name={field}
        value={value}
        maxLength={longest}
        autocomplete="nickname"
        {...tied(`${id}-problem`, refused)}
        onInput={(event) => onName(event.currentTarget.value)}
      />
      <Problem id={`${id}-problem`}>{refused}</Problem>
    </div>
  );
}

interface MatchProps {
  target: string;
  longest: number;
  swap: boolean;
  refused: string | null;
  onTarget: (target: string) => void;
  onSwap: (swap: boolean) => void;
}

const TARGETS = [2, 3, 5, 10];

function Match({ target, longest, swap, refused, onTarget, onSwap }: MatchProps): JSX.Element {
  const field = useId();
  return (
    <fieldset>
      <legend>Match</legend>
      <div class="field">
        <label for={field}>How long</label>
        <select
          id={field}
          name="target"
          value={target}
          {...tied(`${field}-problem`, refused)}
          onChange={(event) => onTarget(event.currentTarget.value)}
        >
          <option value={SINGLE_GAMES}>single games</option>
          {TARGETS.filter((games) => games <= longest).map((games) => (
            <option key={games} value={String(games)}>
              first to win {games} games
            </option>
          ))}
        </select>
      </div>
      <Problem id={`${field}-problem`}>{refused}</Problem>
      <label class="check">
        <input type="checkbox" checked={swap} onChange={(event) => onSwap(event.currentTarget.checked)} />
        <span>
          Swap allowed
          <small>
            After the first move the second player may take over that move and its seat, and then the other moves next. That makes any
            start fair.
          </small>
        </span>
      </label>
    </fieldset>
  );
}
