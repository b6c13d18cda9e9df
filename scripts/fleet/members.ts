import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { createContext } from "#server/context.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { insertCrushes } from "#server/domains/crushes/crushes.repo.ts";
import { JOBS } from "#server/jobs.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import type { LoadMatch, LoadMember } from "./load-types.ts";
import { execute } from "./postgres.ts";

const MATCHES_PER_TRANSACTION = 50;
const TRANSACTIONS_AT_ONCE = 4;
const CREDITS = 10_000;

interface LoadMembers {
  readonly matches: readonly LoadMatch[];
  /** Members without a device, who can be crushed on. */
  readonly strangers: readonly string[];
}

/**
 * With open sessions in matches near New York, and others without a session.
 * @param env the settings of the app
 * @param owner the connection of the role that owns the tables
 */
export async function createLoadMembers(
  env: Readonly<Record<string, string>>,
  owner: Parameters<typeof execute>[0],
  matchCount: number,
  strangerCount: number,
): Promise<LoadMembers> {
  const config = readConfig(env);
  const log = pino({ level: "error" });
  const connection = { connectionString: config.databaseUrl };
  const database = openDatabase(connection, () => undefined);
  const jobs = await openJobQueue(connection, JOBS, log);
  const ctx = await createContext(config, log, database, jobs);
  const { delays } = ctx.notifications;
  const memberOf = (name: string) => ({
    email: `${name}@example.com`,
    username: name,
    dateOfBirth: "1994-05-17",
    passwordHash: "none",
    isDemo: false,
  });

  const createMatches = (from: number, to: number): Promise<LoadMatch[]> =>
    ctx.transact(async (tx) => {
      const matches: LoadMatch[] = [];
      const side = async (id: string): Promise<LoadMember> => ({
        id,
        token: await startSession(ctx, tx, { memberId: id, device: "A load test" }),
      });
      for (let nth = from; nth < to; nth++) {
        const a = await createMemberRows(ctx, tx, memberOf(`writer${nth}`));
        const b = await createMemberRows(ctx, tx, memberOf(`reader${nth}`));
        for (const [senderId, recipientId] of [[a, b] as const, [b, a] as const])
          await insertCrushes(tx, [{ senderId, recipientId }], {
            wait: "block",
            config: { rateLimits: false, smtpUrl: undefined },
            delays,
          });
        await grantBonus(tx, a, CREDITS, "load");
        matches.push([await side(a), await side(b)]);
      }
      return matches;
    });

  const matches: LoadMatch[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: TRANSACTIONS_AT_ONCE }, async () => {
      while (next < matchCount) {
        const from = next;
        next = Math.min(matchCount, next + MATCHES_PER_TRANSACTION);
        matches.push(...(await createMatches(from, next)));
      }
    }),
  );
  const strangers = await ctx.transact(async (tx) => {
    const ids: string[] = [];
    for (let nth = 0; nth < strangerCount; nth++) ids.push(await createMemberRows(ctx, tx, memberOf(`stranger${nth}`)));
    return ids;
  });
  await jobs.stop();
  await database.close();
  await execute(owner, "analyze");
  return { matches, strangers };
}
