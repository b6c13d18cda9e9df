import type { DateDetails, WorkoutDate } from "#contract/workout-date.ts";
import type { LocalTime } from "#web/features/dates/date-times.ts";
import { createStore } from "#web/lib/store.ts";

/** The form that is open: of a new date, of another plan for a card, or of a proposal to send instead of a rejected one. */
export interface OpenDateForm {
  readonly userId: string;
  /** When a new date begins, if that is chosen already. */
  readonly at?: LocalTime;
  /** The card, and its date as it was when the form was opened. */
  readonly card?: { readonly messageId: string; readonly date: WorkoutDate };
  readonly rejected?: { readonly clientId: string; readonly date: DateDetails };
}

export const dateForm = createStore<OpenDateForm | undefined>(undefined);
