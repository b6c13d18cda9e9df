import { COPY, type RunSql, SCHEMA } from "#server/db/message-partitions/definition.ts";
import { CommandError } from "#server/errors.ts";

interface Sum {
  readonly rows: string;
  readonly hash: string;
}

const sumSql = (from: string): string =>
  `select count(*)::text as rows, coalesce(sum(hashtextextended(message::text, 0)), 0)::text as hash from ${from}`;

/**
 * Compares all rows of `messages` with those of the copy in one snapshot, by their number and by hashes of all columns.
 * @throws CommandError if they differ
 */
export async function assertSameRows(run: RunSql): Promise<void> {
  await run("begin isolation level repeatable read read only");
  try {
    const [expected] = await run<Sum>(sumSql("public.messages as message"));
    const [found] = await run<Sum>(
      sumSql(`${COPY} as message where not exists (select from ${SCHEMA}.deleted where deleted.id = message.id)`),
    );
    if (found?.rows !== expected?.rows || found?.hash !== expected?.hash)
      throw new CommandError(
        `The copy differs: it has ${found?.rows} of ${expected?.rows} messages. Run the command with \`--cancel\`, then again.`,
      );
  } finally {
    await run("commit");
  }
}
