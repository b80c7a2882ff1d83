import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import { RefusalError } from "../api";
import { catalogue, catalogueGame, catalogueProblem, loadCatalogue } from "../catalogue";
import { useGameStart } from "../game/start";
import { Problem } from "../Problem";
import { offeredLevel } from "../progress";
import { Heading, Link } from "../route";
import { ownName } from "../settings";
import { rulesAddress } from "../setups";
import { useSubject } from "../subject";
import type { CatalogueGame, NewGame, Opponent } from "../types";
import { tied, useRefusal } from "../useRefusal";
import { BoardPicture } from "./BoardPicture";
import { objectionTo } from "./setupCheck";
import { SetupFields } from "./SetupFields";

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

/** What has been filled in. */
interface Form {
  setup: string;
  opponent: Opponent;
  level: number;
  /** Of the reader, and of the other on the same device. */
  names: [string, string];
  starter: Starter;
  target: string;
  swap: boolean;
}

/** Who sits where is decided by who starts. */
function wanted(game: CatalogueGame, form: Form, isFirst: boolean): NewGame {
  const { opponent, level, starter: _, target, ...rest } = form;
  const isOneDevice = opponent === "one-device";
  const [own, other] = form.names.map((name) => name.trim());
  const names = isOneDevice ? [own || "Player 1", other || "Player 2"] : [own ?? ""];
  return {
    ...rest,
    game: game.name,
    setup: form.setup.trim(),
    opponent,
    target: target === SINGLE_GAMES ? null : Number(target),
    level: opponent === "computer" ? level : null,
    ...(isOneDevice ? {} : { you: isFirst ? 1 : 2 }),
    names: names[0] ? (isFirst || !isOneDevice ? names : names.reverse()) : null,
  };
}

function NewGameForm({ game }: { game: CatalogueGame }): JSX.Element {
  useSubject(game.name);
  const { levels, limits } = catalogue.value as NonNullable<typeof catalogue.value>;
  const [form, setForm] = useState<Form>(() => ({
    setup: game.recommended_setup,
    opponent: "computer",
    level: offeredLevel(),
    names: [ownName.peek(), ""],
    starter: "you",
    target: SINGLE_GAMES,
    swap: false,
  }));
  const { setup, opponent, level, names, starter } = form;
  const refusal = useRefusal();
  const { start, isStarting } = useGameStart();
  const isOneDevice = opponent === "one-device";
  const shown = ["setup", "target", NAMES[0], isOneDevice ? NAMES[1] : "level"];
  const change = (part: Partial<Form>, field?: string): void => {
    setForm((before) => ({ ...before, ...part }));
    if (field) refusal.forget(field);
  };
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isStarting) return;
    const refuse = refusal.submit();
    const objection = await objectionTo(game.name, setup.trim());
    if (objection !== null) return refuse(objection, "setup");
    const isFirst = starter === "you" || (starter === "coin" && Math.random() < 0.5);
    const error = await start(wanted(game, form, isFirst));
    // A name that was refused is not worth remembering.
    if (error === null) ownName.value = names[0].trim();
    else refuse(error, isOneDevice && !isFirst ? otherNameThan(error) : undefined);
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
      <SetupFields game={game} setup={setup} refused={refusal.on("setup")} onSetup={(next) => change({ setup: next }, "setup")} />
      <Choices legend="Play against" name="opponent" value={opponent} choices={OPPONENTS} onChoose={(chosen) => change({ opponent: chosen })} />
      {opponent === "computer" && (
        <Choices
          legend="Level"
          name="level"
          value={String(level)}
          choices={levels.map(({ number, name, description }) => [String(number), `${number} ${name}`, description] as const)}
          refused={refusal.on("level")}
          onChoose={(chosen) => change({ level: Number(chosen) })}
        />
      )}
      <fieldset>
        <legend>{isOneDevice ? "Names" : "Your name"}</legend>
        <div class="row">
          {NAMES.slice(0, isOneDevice ? 2 : 1).map((field, place) => (
            <NameField
              key={field}
              field={field}
              label={isOneDevice ? (place === 0 ? "First" : "Second") : "Name"}
              value={names[place] ?? ""}
              longest={limits.longest_name}
              refused={refusal.on(field)}
              onName={(name) => change({ names: place === 0 ? [name, names[1]] : [names[0], name] }, field)}
            />
          ))}
        </div>
      </fieldset>
      <Choices legend="Who starts" name="starter" value={starter} choices={STARTERS[opponent]} onChoose={(chosen) => change({ starter: chosen })} />
      <Match form={form} longest={limits.longest_match} refused={refusal.on("target")} onChange={change} />
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
  /** The server's objection to the choice, or null. */
  refused?: string | null;
}

function Choices<Value extends string>(props: ChoicesProps<Value>): JSX.Element {
  const { legend, name, value, choices, onChoose, refused = null } = props;
  const sentence = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class={choices.some(([, , about]) => about) ? "choices" : "choices compact"}>
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
  form: Form;
  longest: number;
  refused: string | null;
  onChange: (part: Partial<Form>) => void;
}

const TARGETS = [2, 3, 5, 10];

function Match({ form: { target, swap }, longest, refused, onChange }: MatchProps): JSX.Element {
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
          onChange={(event) => onChange({ target: event.currentTarget.value })}
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
        <input type="checkbox" checked={swap} onChange={(event) => onChange({ swap: event.currentTarget.checked })} />
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
