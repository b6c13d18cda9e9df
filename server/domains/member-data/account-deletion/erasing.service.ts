import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { ERASED_AT_ONCE, purgeLongConversation } from "#server/domains/chat/messages/messages.service.ts";
import {
  deleteErasure,
  findErasure,
  findLateErasures,
  updateErasure,
} from "#server/domains/member-data/account-deletion/erasures.repo.ts";
import { MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { ERASE_PHASES, type Sweep, sweepsOf } from "#server/domains/members/member-data/member-data.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { endForDeleted } from "#server/domains/members/relationships/relationships.service.ts";
import { findSliceOf, type RelationshipSize } from "#server/domains/members/relationships/relationships.statements.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { throwFailures, tryEach, tryHalves } from "#server/platform/lib/batcher.ts";

/** A longer erasure goes on in another job, behind those that were sent meanwhile. */
const RUN_MS = 30_000;
/** The longest rest after a transaction. */
const REST_MAX_MS = 1000;

/** Rests for as long as the last transaction took, so that an erasure takes half of what one connection can do. */
function createPacer({ draining }: Pick<Context, "draining">) {
  const begunAt = performance.now();
  let lastAt = begunAt;
  return {
    // A process that stops waits for its jobs.
    isOver: () => draining.now || performance.now() - begunAt > RUN_MS,
    async rest(): Promise<void> {
      await sleep(Math.min(performance.now() - lastAt, REST_MAX_MS));
      lastAt = performance.now();
    },
  };
}
type Pacer = ReturnType<typeof createPacer>;

/** All of some relationships in one transaction, with the messages that are left in them. */
async function eraseTogether(ctx: Context, id: string, ids: readonly string[]): Promise<void> {
  await ctx.transact(async (tx) => {
    // Who names the member meanwhile, as to block them, must not write a relationship anew that is deleted here.
    await lockStatus(tx, id);
    const ended = await endForDeleted(tx, id, ids);
    for (const phase of ERASE_PHASES) {
      for (const { erase } of Object.values(MEMBER_DATA)) await erase?.[phase]?.({ ctx, tx, id, ...ended });
    }
    for (const other of ended.contactIds) tx.emit(other, "member_deleted", { userId: id });
  });
}

async function eraseSlice(ctx: Context, id: string, slice: readonly RelationshipSize[], pacer: Pacer): Promise<void> {
  for (const one of slice)
    if (one.messages > ERASED_AT_ONCE) await purgeLongConversation(ctx, id, one, () => pacer.rest());
  const ids = slice.map((one) => one.id);
  await tryHalves(ids, (some) => eraseTogether(ctx, id, some));
}

/** What a job hands to the one that goes on with its work. */
interface Progress {
  /** Relationships up to this one were tried. */
  readonly after?: string;
  /** Some of them failed: they are tried again by `resumeErasures`. */
  readonly hasFailed?: boolean;
}

/**
 * Relationships that fail stop no others.
 * @returns where another job has to go on; undefined at the end
 * @throws as `tryEach`, at the end
 */
async function eraseRelationships(ctx: Context, id: string, before: Progress, pacer: Pacer) {
  const failures: unknown[] = [];
  let after = before.after ?? (await findErasure(ctx.db, id))?.through ?? undefined;
  for (
    let slice = await findSliceOf(ctx.db, id, after);
    slice.length > 0;
    slice = await findSliceOf(ctx.db, id, after)
  ) {
    await eraseSlice(ctx, id, slice, pacer).catch((failure: unknown) => failures.push(failure));
    after = slice.at(-1)?.id;
    const hasFailed = failures.length > 0 || before.hasFailed === true;
    await ctx.transact((tx) => updateErasure(tx, id, hasFailed ? undefined : after));
    if (pacer.isOver()) {
      for (const err of failures) ctx.log.error({ err, memberId: id }, "account erasure: relationships failed");
      return { ...(after !== undefined && { after }), hasFailed };
    }
    await pacer.rest();
  }
  throwFailures(failures);
  return undefined;
}

async function runSweep(ctx: Context, id: string, sweep: Sweep, pacer: Pacer): Promise<void> {
  let after: string | undefined;
  do {
    after = await ctx.transact((tx) => sweep(tx, id, after));
    await pacer.rest();
  } while (after !== undefined);
}

/**
 * Erases what others had with a deleted member, and what grew with what the member did, in transactions of a thousand
 * rows. A process that is killed leaves whole slices; the next attempt goes on behind them. Idempotent.
 * @throws as `tryEach`; the rest is erased
 */
async function eraseRest(ctx: Context, id: string, before: Progress): Promise<void> {
  if (!(await findErasure(ctx.db, id))) return;
  const pacer = createPacer(ctx);
  const failures: unknown[] = [];
  const next = await eraseRelationships(ctx, id, before, pacer).catch((failure: unknown) => {
    failures.push(failure);
  });
  if (next) {
    await ctx.transact((tx) => ctx.jobs.send(tx, "erase-account", { memberId: id, ...next }));
    return;
  }
  const sweeps = Object.values(MEMBER_DATA).flatMap(({ tables, sweep = [] }) => [...sweepsOf(tables), ...sweep]);
  await tryEach(sweeps, (sweep) => runSweep(ctx, id, sweep, pacer)).catch((failure: unknown) => failures.push(failure));
  throwFailures(failures);
  if (!before.hasFailed) await ctx.transact((tx) => deleteErasure(tx, id));
}

export const eraseAccountJob: Job<"erase-account", { memberId: string } & Progress> = {
  name: "erase-account",
  workers: 2,
  // A long conversation, and what is swept, are not handed to another job.
  expireSeconds: HOUR_S,
  handle: (ctx, { memberId, ...before }) => eraseRest(ctx, memberId, before),
};

/** For erasures whose job is lost, as after a restore, or has failed. */
export async function resumeErasures(ctx: Context): Promise<void> {
  const memberIds = await findLateErasures(ctx.db);
  await ctx.transact((tx) =>
    ctx.jobs.sendAll(
      tx,
      "erase-account",
      memberIds.map((memberId) => ({ memberId })),
    ),
  );
}
