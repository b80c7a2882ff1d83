// The lessons, made from the documentation when the page is built, and what this device has solved of them.

import { RefusalError } from "../api";
import { lasting } from "../memory";
import type { Block, Span } from "../rules/types";

export interface Exercise {
  notation: string;
  question: Span[];
  /** Empty if no move wins. */
  winning: string[];
  why: Span[];
}

export interface Lesson {
  game: string;
  title: string;
  idea: Span[];
  words: Block[];
  exercises: Exercise[];
}

let lessons: Promise<Lesson[]> | null = null;

/** All lessons, asked for once. */
export function allLessons(): Promise<Lesson[]> {
  lessons ??= fetched().catch((error: unknown) => {
    lessons = null;
    throw error;
  });
  return lessons;
}

async function fetched(): Promise<Lesson[]> {
  const response = await fetch("/assets/lessons.json").catch(() => null);
  if (!response?.ok) throw new RefusalError("no_server", "The lessons could not be loaded. Try again in a moment.", 0);
  return (await response.json()) as Lesson[];
}

/** The positions that were solved, by their notation. */
const solved = lasting<string[]>("lessons", []);

export const isSolved = ({ notation }: Exercise): boolean => solved.value.includes(notation);

export function keepSolved(exercise: Exercise): void {
  if (!isSolved(exercise)) solved.value = [...solved.value, exercise.notation];
}

export const countSolved = ({ exercises }: Lesson): number => exercises.filter(isSolved).length;
