import type { JSX, RefObject } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { RefusalError, sentenceOf } from "../api";
import { catalogue, catalogueGame, catalogueProblem, loadCatalogue } from "../catalogue";
import { Problem } from "../Problem";
import { Heading, Link } from "../route";
import { ownName } from "../settings";
import { ANY_OPENING, limitsText, openingText, poolSetupOf, poolSetupText, setupText, severalIn, type PoolSetup } from "../setups";
import type { CatalogueGame, Level, NewGame, Opponent, Player } from "../types";
import { BestPlay } from "./BestPlay";
import { BoardPicture } from "./BoardPicture";
import { objectionTo, useObjection } from "./setupCheck";
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

function NewGameForm({ game }: { game: CatalogueGame }): JSX.Element {
  const { levels, limits } = catalogue.value as NonNullable<typeof catalogue.value>;
  const [setup, setSetup] = useState(game.recommended_setup);
  const [opponent, setOpponent] = useState<Opponent>("computer");
  const [level, setLevel] = useState(3);
  const [name, setName] = useState(ownName.peek());
  const [otherName, setOtherName] = useState("");
  const [starter, setStarter] = useState<Starter>("you");
  const [target, setTarget] = useState(SINGLE_GAMES);
  const [swap, setSwap] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [setupProblem, setSetupProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);

  const wanted = (): NewGame => {
    const isFirst = starter === "you" || (starter === "coin" && Math.random() < 0.5);
    const you: Player = isFirst ? 1 : 2;
    const names = opponent === "one-device" ? [name.trim() || "Player 1", otherName.trim() || "Player 2"] : [name.trim()];
    if (opponent === "one-device" && !isFirst) names.reverse();
    return {
      game: game.name,
      setup: setup.trim(),
      opponent,
      swap,
      target: target === SINGLE_GAMES ? null : Number(target),
      ...(opponent === "computer" ? { level } : {}),
      ...(opponent === "one-device" ? {} : { you }),
      ...(names[0] ? { names } : {}),
    };
  };
  const changeSetup = (next: string): void => {
    setSetup(next);
    setSetupProblem(null);
  };
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isStarting) return;
    setStarting(true);
    setProblem(null);
    setSetupProblem(null);
    ownName.value = name.trim();
    const objection = await objectionTo(game.name, setup.trim());
    if (objection !== null) {
      setSetupProblem(objection);
      setStarting(false);
      return;
    }
    try {
      await start(wanted());
    } catch (error) {
      const isAboutNumbers = error instanceof RefusalError && error.code === "bad_setup";
      (isAboutNumbers ? setSetupProblem : setProblem)(sentenceOf(error));
      setStarting(false);
    }
  };
  return (
    <form class="new-game" onSubmit={(event) => void create(event)}>
      <div class="intro">
        <BoardPicture game={game.name} />
        <div>
          <Heading title={game.title} />
          <p>
            {game.summary} <Link to={`/rules/${game.name}`}>Rules</Link>
          </p>
        </div>
      </div>
      <Setup game={game} setup={setup} refused={setupProblem} onSetup={changeSetup} />
      <Choices legend="Play against" name="opponent" value={opponent} onChoose={setOpponent} choices={OPPONENTS} />
      {opponent === "computer" && <Levels levels={levels} level={level} onLevel={setLevel} />}
      <fieldset>
        <legend>{opponent === "one-device" ? "Names" : "Your name"}</legend>
        <div class="row">
          <NameField label={opponent === "one-device" ? "First" : "Name"} value={name} longest={limits.longest_name} onName={setName} />
          {opponent === "one-device" && (
            <NameField label="Second" value={otherName} longest={limits.longest_name} onName={setOtherName} />
          )}
        </div>
      </fieldset>
      <Choices legend="Who starts" name="starter" value={starter} onChoose={setStarter} choices={STARTERS[opponent]} isCompact />
      <Match target={target} longest={limits.longest_match} swap={swap} onTarget={setTarget} onSwap={setSwap} />
      <Problem>{problem}</Problem>
      <button type="submit" class="primary large" aria-disabled={isStarting}>
        {isStarting ? "Starting…" : opponent === "friend" ? "Create the game and its link" : "Start"}
      </button>
    </form>
  );
}

interface SetupProps {
  game: CatalogueGame;
  setup: string;
  /** What the server had against it when the game was to start, or null. */
  refused: string | null;
  onSetup: (setup: string) => void;
}

function Setup({ game, setup, refused, onSetup }: SetupProps): JSX.Element {
  const field = useId();
  const sentence = `${field}-problem`;
  const first = useRef<HTMLInputElement>(null);
  const { limits } = catalogue.value as NonNullable<typeof catalogue.value>;
  // The button that was pressed is far below, out of sight of the sentence.
  useEffect(() => {
    if (refused) first.current?.focus();
  }, [refused]);
  const objection = useObjection(game.name, setup.trim());
  const problem = refused ?? objection;
  const several = severalIn(setup.trim());
  const doubt = { "aria-invalid": problem !== null, "aria-describedby": problem === null ? undefined : sentence };
  const proposals = [...new Map([[game.recommended_setup, "recommended"], [game.default_setup, "classic"]].reverse() as [string, string][])];
  return (
    <fieldset>
      <legend>Numbers</legend>
      <div class="row">
        {proposals.reverse().map(([proposal, word]) => (
          <button
            key={proposal}
            type="button"
            class="proposal"
            title={proposal}
            aria-pressed={setup.trim() === proposal}
            onClick={() => onSetup(proposal)}
          >
            {setupText(proposal)} <small>{word}</small>
          </button>
        ))}
      </div>
      {game.has_pool && <PoolFields game={game} setup={setup} doubt={doubt} first={first} onSetup={onSetup} />}
      <div class="field">
        <label for={field}>
          {game.has_pool ? "The same as text" : `One number such as ${game.default_setup}, or several such as ${game.recommended_setup}`}
        </label>
        <input
          id={field}
          ref={game.has_pool ? undefined : first}
          value={setup}
          spellcheck={false}
          {...doubt}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => onSetup(event.currentTarget.value)}
        />
      </div>
      <Problem id={sentence}>{problem}</Problem>
      {problem === null && several && <p>With {several}, a move divides one of them, and whoever finds only primes loses.</p>}
      <p class="quiet">{limitsText(game, limits)}</p>
      <BestPlay game={game.name} setup={setup.trim()} />
    </fieldset>
  );
}

interface PoolFieldsProps extends Omit<SetupProps, "refused"> {
  doubt: { "aria-invalid": boolean; "aria-describedby": string | undefined };
  first: RefObject<HTMLInputElement | null>;
}

// A field of type "number" would drop what is no number before anybody could say so.
const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** From, to and the opening, for those who need not know how a setup is written. */
function PoolFields({ game, setup, doubt, first, onSetup }: PoolFieldsProps): JSX.Element {
  const field = useId();
  // What is no number cannot be read back from the text, and still is what the reader has typed.
  const [typed, setTyped] = useState<PoolSetup | null>(null);
  const known = typed && poolSetupText(typed) === setup ? typed : poolSetupOf(setup);
  const pool = known ?? { low: "", high: "", opening: ANY_OPENING };
  const openings = game.openings.includes(pool.opening) ? game.openings : [...game.openings, pool.opening];
  const change = (part: Partial<PoolSetup>): void => {
    const next = { ...(known ?? poolSetupOf(game.default_setup) ?? pool), ...part };
    setTyped(next);
    onSetup(poolSetupText(next));
  };
  const step = (event: KeyboardEvent, part: "low" | "high"): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || !isNumber(pool[part])) return;
    event.preventDefault();
    change({ [part]: String(Math.max(1, Number(pool[part]) + by)) });
  };
  return (
    <div class="pool-fields">
      {([["low", "From"], ["high", "To"]] as const).map(([part, word]) => (
        <div key={part} class="field">
          <label for={`${field}-${part}`}>{word}</label>
          <input
            id={`${field}-${part}`}
            ref={part === "low" ? first : undefined}
            role="spinbutton"
            inputMode="numeric"
            autocomplete="off"
            value={pool[part]}
            aria-valuenow={isNumber(pool[part]) ? Number(pool[part]) : undefined}
            aria-valuemin={1}
            aria-valuemax={catalogue.value?.limits.largest_number}
            {...doubt}
            onKeyDown={(event) => step(event, part)}
            onInput={(event) => change({ [part]: event.currentTarget.value })}
          />
        </div>
      ))}
      <div class="field">
        <label for={`${field}-opening`}>Opening</label>
        <select id={`${field}-opening`} value={pool.opening} onChange={(event) => change({ opening: event.currentTarget.value })}>
          {openings.map((opening) => (
            <option key={opening} value={opening}>
              {openingText(opening)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  choices: (readonly [value: Value, label: string, about?: string])[];
  onChoose: (value: Value) => void;
  isCompact?: boolean;
}

function Choices<Value extends string>(props: ChoicesProps<Value>): JSX.Element {
  const { legend, name, value, choices, onChoose, isCompact = false } = props;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class={isCompact ? "choices compact" : "choices"}>
        {choices.map(([choice, label, about]) => (
          <label key={choice} class="choice">
            <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(choice)} />
            <span>
              {label}
              {about && <small>{about}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Levels({ levels, level, onLevel }: { levels: Level[]; level: number; onLevel: (level: number) => void }): JSX.Element {
  return (
    <Choices
      legend="Level"
      name="level"
      value={String(level)}
      choices={levels.map(({ number, name, description }) => [String(number), `${number} ${name}`, description] as const)}
      onChoose={(chosen) => onLevel(Number(chosen))}
    />
  );
}

interface NameFieldProps {
  label: string;
  value: string;
  longest: number;
  onName: (name: string) => void;
}

function NameField({ label, value, longest, onName }: NameFieldProps): JSX.Element {
  const field = useId();
  return (
    <div class="field grows">
      <label for={field}>{label} (may be left empty)</label>
      <input
        id={field}
        value={value}
        maxLength={longest}
        autocomplete="nickname"
        onInput={(event) => onName(event.currentTarget.value)}
      />
    </div>
  );
}

interface MatchProps {
  target: string;
  longest: number;
  swap: boolean;
  onTarget: (target: string) => void;
  onSwap: (swap: boolean) => void;
}

const TARGETS = [2, 3, 5, 10];

function Match({ target, longest, swap, onTarget, onSwap }: MatchProps): JSX.Element {
  const field = useId();
  return (
    <fieldset>
      <legend>Match</legend>
      <div class="field">
        <label for={field}>How long</label>
        <select id={field} value={target} onChange={(event) => onTarget(event.currentTarget.value)}>
          <option value={SINGLE_GAMES}>single games</option>
          {TARGETS.filter((games) => games <= longest).map((games) => (
            <option key={games} value={String(games)}>
              first to win {games} games
            </option>
          ))}
        </select>
      </div>
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
