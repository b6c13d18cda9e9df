import type { DateOutcome } from "#contract/training/date-outcomes.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

/** A member's answer after a workout date. Only they learn of it, unless both have said `trained`. */
export interface DateOutcomesTable {
  message_id: string;
  side: MessageSide;
  outcome: DateOutcome;
  at: Date;
}
