// A review to step through, wherever its game was played.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { announce } from "../announce";
import { inAddress } from "../api";
import { drawn } from "../board/reasons";
import { marked, type BoardView, type Link as Line, type Picker } from "../board/view";
import { catalogue, loadCatalogue } from "../catalogue";
import { playedFrom, useGameStart } from "../game/start";
import { Problem } from "../Problem";
import { TUTOR, TUTOR_NAME } from "../progress";
import { Link } from "../route";
import { Sentence } from "../Sentence";
import { lineOf, notationOf } from "../stepping/line";
import { usePosition } from "../stepping/positions";
import { Stepper, stepByKey, useStepKeys } from "../stepping/Stepper";
import { Unanswered } from "../stepping/Unanswered";
import type { Move, Player, Position, Review, ReviewedMove } from "../types";
import { Why } from "../Why";
import { moveText, other, readable, SHAPES } from "../words";
import { ReviewTable } from "./ReviewTable";
import { StepLine } from "./StepLine";
import { openingStep, stepsOf, type ReviewStep } from "./steps";
import { isError, isTold, keptSentence, stepSentence, summaryText, winnerSentence } from "./words";

const PERFECT = 5;

/** The position that a review opens with. */
export const openingNotation = (review: Review): string =>
  notationOf(lineOf(review.notation), stepsOf(review)[openingStep(review)]?.ply);

interface ReviewBodyProps {
  review: Review;
  /** Puts a step on the board. */
  onShow: (view: BoardView) => void;
  /** What else there is to do. */
  children?: ComponentChildren;
}

export function ReviewBody({ review, onShow, children }: ReviewBodyProps): JSX.Element {
  const steps = stepsOf(review);
  const last = steps.length - 1;
  const [at, setAt] = useState(openingStep(review));
  const here = steps[at] as ReviewStep;
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const toggle = (ply: number): void => {
    const others = new Set([...shown].filter((each) => each !== ply));
    setShown(shown.has(ply) ? others : others.add(ply));
    const made = review.moves[ply - 1];
    if (made && !shown.has(ply)) announce(betterText(review, made));
  };
  const step = (to: number): void => {
    hasStepped.current = true;
    setAt(to);
    const { made } = steps[to] as ReviewStep;
    const refutation = made && isTold(review, made) ? made.refutation : null;
    announce(`${stepSentence(review, steps[to] as ReviewStep)} ${readable(refutation ?? "", review.sign)}`.trim());
  };
  useStepKeys(at, last, step);
  const asked = usePosition(notationOf(lineOf(review.notation), here.ply));
  const position = asked.answer ?? asked.latest;
  const isBetterShown = shown.has(here.ply);
  const hasStepped = useRef(false);
  useLayoutEffect(() => {
    const winner = hasStepped.current ? null : celebratedIn(review);
    if (position) onShow({ ...viewOf(review, here, position, isBetterShown), winner });
  }, [review, at, position, isBetterShown]);
  return (
    <div class="review" onKeyDown={(event) => stepByKey(event, at, last, step)}>
      <Better review={review} made={here.made} isShown={isBetterShown} onToggle={() => toggle(here.ply)} />
      {children}
      <p class="review-sentence">{stepSentence(review, here)}</p>
      <Unanswered asked={asked} />
      <Stepper of="the review" step={at} last={last} onStep={step} />
      <StepLine review={review} at={at} onStep={step} />
      <p class="review-summary">
        <strong>{winnerSentence(review)}</strong> {summaryText(review)}
      </p>
      <ul class="review-kept">
        {([1, 2] as const).map((player) => (
          <li key={player}>
            <span class={`shape player-${player}`} aria-hidden="true">
              {SHAPES[player]}
            </span>{" "}
            {keptSentence(review, player)}
          </li>
        ))}
      </ul>
      {position && (
        <p>
          <Link to={`/analysis/${inAddress(position.notation)}`}>Analyse this position</Link>
        </p>
      )}
      <ReviewTable review={review} at={at} shown={shown} onStep={step} onToggle={toggle} />
    </div>
  );
}

interface BetterProps {
  review: Review;
  made: ReviewedMove | null;
  isShown: boolean;
  onToggle: () => void;
}

/** What beat the move at once, and what was better only for those who ask; others try again from before the move. */
function Better({ review, made, isShown, onToggle }: BetterProps): JSX.Element | null {
  const line = lineOf(review.notation);
  const before = notationOf(line, (made?.ply ?? 1) - 1);
  if (!made || !isError(made)) return null;
  return (
    <div class="review-better">
      {made.refutation && isTold(review, made) && (
        <p class="refutation">
          <Sentence>{readable(made.refutation, review.sign)}</Sentence>
        </p>
      )}
      <div class="row">
        <TryAgain
          notation={before}
          level={levelAgain(review)}
          what={isTold(review, made) ? "Try again from here" : "Play the other side from here"}
        />
        <button type="button" aria-expanded={isShown} onClick={onToggle}>
          Show what was better
        </button>
      </div>
      {isShown && (
        <>
          <Why short={betterText(review, made)} full={(isTold(review, made) && made.reason) || betterText(review, made)} sign={review.sign} />
          <p>
            <Link to={`/analysis/${inAddress(before)}`}>Analyse it</Link>
          </p>
        </>
      )}
    </div>
  );
}

/** The level that the game was played with, or else the strongest. */
const levelAgain = ({ levels, programs }: Review): number =>
  levels.find((level) => level !== null) ?? (programs.includes(TUTOR_NAME) ? TUTOR : PERFECT);

function betterText(review: Review, made: ReviewedMove): string {
  const move = made.better === null ? "" : `Better: ${moveText(made.better, review.sign)}.`;
  const reason = isTold(review, made) ? (made.short ?? "No reason was found in time.") : "";
  return readable(`${move} ${reason}`.trim(), review.sign);
}

/** Another game from before the mistake. */
function TryAgain({ notation, level, what }: { notation: string; level: number; what: string }): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  const known = catalogue.value?.levels.find(({ number }) => number === level);
  const { answer } = usePosition(notation);
  const { start, isStarting, problem } = useGameStart();
  return (
    <>
      <button
        type="button"
        class="primary large"
        aria-disabled={isStarting || answer === null}
        onClick={() => answer && void start(playedFrom(answer, level))}
      >
        {what}
      </button>
      <span class="quiet">
        {level === TUTOR ? "against the tutor" : `against the computer, level ${level}`}
        {known && ` ${known.name}: ${known.description}`}
      </span>
      <Problem>{problem}</Problem>
    </>
  );
}

/** A step on the board: the move, what beats it if it was a mistake, and what was better if that was asked for. */
function viewOf(review: Review, { kind, ply, made }: ReviewStep, position: Position, isBetterShown: boolean): BoardView {
  const refutation = made?.claims.find((claim) => claim.kind === "refutation");
  const reply = refutation?.kind === "refutation" ? refutation.reply : undefined;
  return {
    position,
    picksBy: picksIn(review, kind === "swap" || ply > 1),
    caption: made ? `Move ${ply}: ${moveText(made.move, review.sign)}` : undefined,
    marks: new Map([
      ...marked("named", made?.move),
      ...marked("reply", reply),
      ...marked("better", isBetterShown ? made?.better : null),
    ]),
    ...(isBetterShown && made ? drawn(made.claims) : { links: linkTo(position, reply) }),
    busy: "This is a review.",
    isMistake: made !== null && isError(made),
  };
}

/** Who won, unless that was not the reader. */
const celebratedIn = ({ winner, reader }: Review): Player | null => (reader === undefined || winner === reader ? winner : null);

/** What joins a reply with the move that it answers. */
function linkTo({ board }: Position, reply: Move | undefined): Line[] | undefined {
  const bond = board.kind === "pool" ? board.cells.find(({ move }) => move === reply)?.bond : null;
  return bond ? [{ from: bond.number, to: Number(reply), tie: bond.tie, isBad: true }] : undefined;
}

/** Whose each move is. After a swap the first one belongs to whoever has taken it over. */
function picksIn({ moves, names, swap }: Review, isDecided: boolean): BoardView["picksBy"] {
  const starter = moves[0]?.player ?? 1;
  const first = isDecided && swap?.is_taken ? other(starter) : starter;
  const picker = (player: Player): Picker => ({ player, name: names[player - 1] ?? `Player ${player}` });
  return (seat, ply) => {
    const owner = seat === 1 ? first : other(first);
    return { owner: picker(owner), maker: picker(moves[(ply ?? 0) - 1]?.player ?? owner) };
  };
}
