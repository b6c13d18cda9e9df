import { createHash } from "node:crypto";
import { LOW_BALANCE } from "#contract/limits.ts";
import type { PushMessage } from "#contract/notifications.ts";
import type { PushOutcome } from "#server/adapters/push.ts";
import type { Context } from "#server/context.ts";
import type { PushData } from "#server/jobs/job-definitions.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { mayTell } from "#server/modules/notifications/notifications.policy.ts";
import { flagsOf } from "#server/modules/notifications/notifications.service.ts";
import { deleteTargets, findCause, findTargets } from "#server/modules/notifications/push.repo.ts";
import { mailLate, PUSH_LATE_S, waitForMail } from "#server/modules/notifications/pushed-late.service.ts";
import { findReach } from "#server/modules/notifications/reach.repo.ts";

/** What a push service could not bring to a device within a day is old: the app tells it when it is opened. */
const TTL_S = 24 * 3600;
/** A browser that could not be reached, beside one that was, is tried again by itself. */
const AGAIN_S = 15;

/** Where a click leads. */
function pathOf({ kind, otherId }: PushData): string {
  if (kind === "crush") return "/crushes?from=push";
  return kind === "low_balance" ? "/profile?from=push#crushes" : `/messages/${otherId}?from=push`;
}

/** Says to a push service which pushes are about the same, and nothing about whom. */
const topicOf = (subscriptionId: string, tag: string): string =>
  createHash("sha256").update(`${subscriptionId} ${tag}`).digest("base64url").slice(0, 32);

interface Untold {
  /** When it came about. */
  readonly since: Date;
  readonly message: PushMessage;
}

/** A cause that is still one, with what a push says of it; undefined where a member is not to be told of it any more. */
async function look(ctx: Context, data: PushData): Promise<Untold | undefined> {
  const { memberId, kind, otherId } = data;
  const [reach, { since, waiting }] = await Promise.all([
    findReach(ctx.db, data),
    findCause(ctx.db, data, LOW_BALANCE),
  ]);
  if (!reach || !since || !mayTell(kind, "push", flagsOf(reach))) return undefined;
  // Whoever has looked at the app since, or does so now, was told there.
  if (reach.looked_until && reach.looked_until >= since) return undefined;
  const { other_username: username } = reach;
  const message = {
    to: memberId,
    kind,
    ...(otherId !== null && username !== null && { from: { id: otherId, ...(!reach.discreet && { username }) } }),
    url: pathOf(data),
    tag: `${kind}-${otherId ?? memberId}`,
    waiting,
  };
  return { since, message };
}

type Tried = PushOutcome & { readonly id: string };

/** Sends it to the browsers that there are by now, all at the same time. */
async function sendTo(ctx: Context, { memberId, kind, only }: PushData, message: PushMessage): Promise<Tried[]> {
  const targets = await findTargets(ctx.db, memberId, only);
  const text = JSON.stringify(message);
  return Promise.all(
    targets.map(async ({ id, ...target }) => {
      const topic = topicOf(id, message.tag);
      const outcome = await ctx.push.send(target, text, {
        ttl: TTL_S,
        topic,
        urgency: kind === "low_balance" ? "low" : "normal",
      });
      if (outcome.is === "refused") ctx.log.warn({ why: outcome.why }, "a push was refused");
      return { id, ...outcome };
    }),
  );
}

/**
 * Brings a notification to a member's browsers, if there is still something to tell. One of them that takes it is enough:
 * only where none does, and none will, e-mail tells it.
 * @param id the job's
 * @throws Error where it may be tried again
 */
async function bring(ctx: Context, data: PushData, id: string): Promise<void> {
  const untold = await look(ctx, data);
  if (!untold) return;
  const tried = await sendTo(ctx, data, untold.message);
  const idsOf = (is: PushOutcome["is"]) => tried.filter((one) => one.is === is).map((one) => one.id);
  const [gone, later] = [idsOf("gone"), idsOf("later")];
  const isTold = idsOf("sent").length > 0;
  await ctx.transact(async (tx) => {
    if (gone.length > 0) await deleteTargets(tx, data.memberId, gone);
    if (isTold) {
      for (const only of later) await ctx.jobs.send(tx, "push", { ...data, only }, { afterSeconds: AGAIN_S });
    } else if (data.only === undefined && later.length === 0) {
      if (gone.length === tried.length) await waitForMail(ctx, tx, data, untold.since, id);
      else await ctx.jobs.send(tx, "push-failed", data, { id, afterSeconds: PUSH_LATE_S });
    }
  });
  for (const one of tried) if (one.is === "later" && !isTold) throw new Error(one.why);
}

export const pushJobs = (ctx: Context): Pick<JobHandlers, "push" | "push-failed"> => ({
  push: (data, id) => bring(ctx, data, id),
  async "push-failed"(data, id) {
    if (data.only !== undefined || !(await look(ctx, data))) return;
    await ctx.transact((tx) => mailLate(ctx, tx, data, id));
  },
});
