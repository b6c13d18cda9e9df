import type { LeveledSport } from "#contract/training/training-form.ts";
import type { CountedTraining } from "#server/domains/training/weeks/training.policy.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { TrainingRow } from "#server/platform/db/schema/training.ts";

/** Locks a member's week; undefined without one. */
export const lockTraining = (tx: Tx, memberId: string): Promise<TrainingRow | undefined> =>
  tx.selectFrom("training").selectAll().where("member_id", "=", memberId).forUpdate().executeTakeFirst();

interface TrainingValues {
  readonly week: string;
  readonly sports: readonly LeveledSport[];
  readonly is_shared: boolean;
  readonly consent_version: number;
  readonly consented_at: Date;
  readonly changed_at: Date;
  readonly counted: CountedTraining;
  readonly counts_on: string | null;
}

const countedColumns = ({ coarse, sports }: CountedTraining) => ({
  counted_coarse: coarse,
  counted_sports: JSON.stringify(sports),
});

/** Stores a member's week. Needs the member's lock. */
export async function upsertTraining(tx: Tx, memberId: string, values: TrainingValues): Promise<TrainingRow> {
  const { counted, sports, ...plain } = values;
  const row = { ...plain, sports: JSON.stringify(sports), ...countedColumns(counted) };
  return tx
    .insertInto("training")
    .values({ member_id: memberId, ...row })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores that a member's latest values count. */
export async function setCounted(tx: Tx, memberId: string, counted: CountedTraining): Promise<void> {
  await tx
    .updateTable("training")
    .set({ ...countedColumns(counted), counts_on: null })
    .where("member_id", "=", memberId)
    .execute();
}

export async function deleteTrainingRow(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("training").where("member_id", "=", memberId).execute();
}
