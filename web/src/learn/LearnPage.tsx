// Lessons: the idea of each game, and positions to try it on.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { catalogueGame, loadCatalogue } from "../catalogue";
import { Heading, Link } from "../route";
import { Spans } from "../rules/Blocks";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import { Emblem } from "../subject";
import { LessonPage } from "./LessonPage";
import { allLessons, countSolved, type Lesson } from "./lessons";

export default function LearnPage({ game }: { game: string | null }): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  const asked = useAnswer("lessons", allLessons);
  const { answer } = asked;
  const lesson = answer?.find((each) => each.game === game);
  if (lesson) return <LessonPage key={lesson.game} lesson={lesson} />;
  return (
    <div class="learn">
      <Heading title="Learn to win" />
      <p>
        {game !== null && answer ? "There is no lesson for this game yet. " : ""}
        Every game has one idea that wins. Read it in a minute. Then try it.
      </p>
      <Unanswered asked={asked} />
      <ul class="lessons">{answer?.map((each) => <LessonCard key={each.game} lesson={each} />)}</ul>
    </div>
  );
}

function LessonCard({ lesson }: { lesson: Lesson }): JSX.Element {
  const game = catalogueGame(lesson.game);
  return (
    <li class="card accented" style={{ "--game": game?.accent }}>
      {game && <Emblem game={game} />}
      <div>
        <h2>
          <Link to={`/learn/${lesson.game}`}>{lesson.title}</Link>
        </h2>
        <p>
          <Spans spans={lesson.idea} />
        </p>
        <p class="quiet">
          {countSolved(lesson)} of {lesson.exercises.length} solved
        </p>
      </div>
    </li>
  );
}
