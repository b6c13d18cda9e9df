import type { DateDetails, WorkoutDate } from "#contract/training/workout-date.ts";
import type { LocalTime } from "#web/domains/training/date-times.ts";
import { createStore } from "#web/lib/store.ts";

/** For a new date, another plan for a card, or a proposal to send instead of a rejected one. */
export interface OpenDateForm {
  readonly userId: string;
  /** Set if the beginning is chosen already. */
  readonly at?: LocalTime;
  readonly card?: { readonly messageId: string; readonly date: WorkoutDate };
  readonly rejected?: { readonly clientId: string; readonly date: DateDetails };
}

export const dateForm = createStore<OpenDateForm | undefined>(undefined);
