import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { lineOf } from "../stepping/line";
import { PageHead } from "../subject";
import { Link } from "../route";
import { Blocks, Spans } from "../rules/Blocks";
import { ExerciseBoard } from "./ExerciseBoard";
import { isSolved, type Exercise, type Lesson } from "./lessons";

/** A lesson: its idea in words, and then its positions one after the other. */
export function LessonPage({ lesson }: { lesson: Lesson }): JSX.Element {
  const { game, title, exercises } = lesson;
  const unsolved = exercises.findIndex((exercise) => !isSolved(exercise));
  const [at, setAt] = useState(Math.max(0, unsolved));
  const exercise = exercises[at] as Exercise;
  const isLast = at === exercises.length - 1;
  const [, setup = ""] = lineOf(exercise.notation).start.split(":");
  return (
    <div class="lesson sided">
      <PageHead title={`Learn ${title}`} game={game} setup={setup} what="lesson" />
      <ExerciseBoard key={at} exercise={exercise} hasNext={!isLast} onNext={() => setAt(at + 1)}>
        <Steps exercises={exercises} at={at} onStep={setAt} />
      </ExerciseBoard>
      <section class="lesson-words" aria-label="The idea">
        <h2>
          <Spans spans={lesson.idea} />
        </h2>
        <details open={at === 0}>
          <summary>How it works</summary>
          <Blocks blocks={lesson.words} />
        </details>
        <div class="row">
          <Link to={`/new/${game}`} class="button">
            Play {title}
          </Link>
          <Link to="/learn" class="button plain-link">
            All lessons
          </Link>
        </div>
      </section>
    </div>
  );
}

interface StepsProps {
  exercises: readonly Exercise[];
  at: number;
  onStep: (at: number) => void;
}

function Steps({ exercises, at, onStep }: StepsProps): JSX.Element {
  return (
    <ol class="lesson-steps" aria-label="Positions">
      {exercises.map((exercise, index) => (
        <li key={exercise.notation}>
          <button
            type="button"
            aria-current={index === at ? "step" : undefined}
            aria-label={`Position ${index + 1}${isSolved(exercise) ? ", solved" : ""}`}
            onClick={() => onStep(index)}
          >
            {isSolved(exercise) ? "✓" : index + 1}
          </button>
        </li>
      ))}
    </ol>
  );
}
