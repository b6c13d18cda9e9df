import { FileError } from "#web/screens/profile-editor/training/files/workout.ts";

/** The readers pass each byte once, some twice. */
const STEPS_PER_BYTE = 4;
const STEPS_MIN = 1_000;

/** No file may take more steps than its size explains, and so hang its reader. */
export class StepBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes * STEPS_PER_BYTE + STEPS_MIN;
  }

  /** @throws FileError `slow` when none are left */
  take(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new FileError("slow");
  }
}
