import type { ColumnType, Generated, Selectable } from "kysely";
import type { LeveledSport } from "#contract/training/training-form.ts";

type JsonList<T> = ColumnType<T[], string, string>;

export interface TrainingTable {
  member_id: string;
  /** The bits of the parts of a week, as a decimal number. Only the member's own devices see them. */
  week: string;
  sports: JsonList<LeveledSport>;
  is_shared: boolean;
  /** The text that the member has agreed to, and when. */
  consent_version: number;
  consented_at: Date;
  changed_at: Date;
  /** Used for matching. Follows the values above on the next day. */
  counted_coarse: Generated<number>;
  counted_sports: ColumnType<LeveledSport[], string | undefined, string>;
  /** The day in UTC from which the values above count. Null if they count already, or never will. */
  counts_on: string | null;
}

export type TrainingRow = Selectable<TrainingTable>;
