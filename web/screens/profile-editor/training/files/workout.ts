import type { Sport } from "#contract/training/sports.ts";

/** Neither positions nor heart rates are read. */
export interface Workout {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined for a sport that Spotter does not name. */
  readonly sport: Sport | undefined;
  /** From start to end, with pauses. 0 if the file does not say. */
  readonly seconds: number;
  /** 0 if the file does not say. */
  readonly meters: number;
}

/** The most workouts of one file. A triathlon has five. */
export const WORKOUTS_MAX = 100;

export type FileProblem =
  | "archive"
  | "damaged"
  | "empty"
  | "foreign"
  | "idle"
  | "large"
  | "slow"
  | "unreadable"
  | "untimed";

/** The only error of the readers. */
export class FileError extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.name = "FileError";
    this.problem = problem;
  }
}
