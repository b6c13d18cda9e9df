import {
  attachIndexSql,
  COPY,
  createPartIndexSql,
  createTablesSql,
  findColumns,
  findForeignKeys,
  findIndexes,
  PARTITION_NAMES,
  REPLACED_SCHEMA,
  type RunSql,
  readShape,
} from "#server/db/message-partitions/definition.ts";
import { fillReferences, lockMessages, swapTables, validateReferences } from "#server/db/message-partitions/swap.ts";

/** About a second of work. */
const ROWS_MAX = 100_000;

/**
 * Partitions `messages` within a transaction, which locks the table, if it has few rows. A large one stays as it is:
 * `database partition-messages` converts it while members write.
 * @returns whether it is partitioned
 */
export async function partitionAtOnce(run: RunSql, rowsMax = ROWS_MAX): Promise<boolean> {
  const { isPartitioned, isConverting } = await readShape(run);
  if (isPartitioned) return true;
  const rows = await run(
    `select from (select from public.messages limit ${rowsMax + 1}) as counted having count(*) > ${rowsMax}`,
  );
  if (rows.length > 0 || isConverting) return false;
  await lockMessages(run);
  const [columns, indexes, foreignKeys] = [await findColumns(run), await findIndexes(run), await findForeignKeys(run)];
  const all = columns.join(", ");
  await fillReferences(run);
  await run(createTablesSql());
  await run(`insert into ${COPY} (${all}) select ${all} from public.messages order by id`);
  const parts = PARTITION_NAMES.keys().toArray();
  await run(
    indexes
      .flatMap((index) => [...parts.map((nth) => createPartIndexSql(index, nth, "")), attachIndexSql(index)])
      .join(";\n"),
  );
  await run(
    foreignKeys.map(({ name, definition }) => `alter table ${COPY} add constraint ${name} ${definition}`).join(";\n"),
  );
  await swapTables(run);
  await validateReferences(run);
  await run(`drop schema ${REPLACED_SCHEMA} cascade; analyze public.messages`);
  return true;
}
