import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { PushOptions, PushOutcome, PushTarget } from "#server/platform/adapters/push.ts";
import { isPublicKey } from "#server/platform/adapters/push-encryption.ts";

export interface Subscription {
  readonly endpoint: string;
  /** In base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** @throws AppError invalid for an endpoint or a key that can never work */
export function parseSubscription(ctx: Context, { endpoint, keys }: Subscription): PushTarget {
  const wrong = ctx.push.findEndpointProblem(endpoint);
  if (wrong) throw AppError.field("invalid", "endpoint", wrong);
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!isPublicKey(p256dh)) throw AppError.field("invalid", "keys", "That is no key.");
  return { endpoint, p256dh, auth };
}

/** Lets a push service replace older pushes, without revealing the sender. */
const topicOf = (subscriptionId: string, tag: string): string =>
  createHash("sha256").update(`${subscriptionId} ${tag}`).digest("base64url").slice(0, 32);

export type Attempt = PushOutcome & { readonly id: string };

/** @param tag a later push with the same one replaces it */
export const pushToAll = (
  ctx: Context,
  subscriptions: readonly (PushTarget & { readonly id: string })[],
  text: string,
  { tag, ...options }: Omit<PushOptions, "topic"> & { readonly tag: string },
): Promise<Attempt[]> =>
  Promise.all(
    subscriptions.map(async ({ id, ...target }) => {
      const outcome = await ctx.push.send(target, text, { ...options, topic: topicOf(id, tag) });
      if (outcome.is === "refused") ctx.log.warn({ why: outcome.why }, "push: service refused");
      return { id, ...outcome };
    }),
  );
