import { isPublicKey } from "#server/adapters/push-encryption.ts";
import type { Context } from "#server/context.ts";
import { AppError, accountEndedError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { newId } from "#server/lib/ids.ts";
import {
  deleteOldestSubscriptions,
  deleteSubscription,
  lockSubscriptions,
  upsertSubscription,
} from "#server/modules/notifications/push-subscriptions.repo.ts";

const SUBSCRIPTIONS_PER_MEMBER = 10;

interface Subscription {
  readonly endpoint: string;
  /** In base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Registers a browser for pushes, for as long as the session lasts. Idempotent. A browser that another session had
 * registered moves to this one; beyond ten browsers the oldest is removed.
 * @throws AppError invalid for an address or a key that can never work; not_found where the session has ended
 */
export async function registerSubscription(
  ctx: Context,
  me: Caller,
  { endpoint, keys }: Subscription,
): Promise<Record<never, never>> {
  const wrong = ctx.push.whyNot(endpoint);
  if (wrong) throw AppError.field("invalid", "endpoint", wrong);
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!isPublicKey(p256dh)) throw AppError.field("invalid", "keys", "That is no key.");
  await ctx.transact(async (tx) => {
    await lockSubscriptions(tx, me.id);
    const session = Buffer.from(me.sessionId, "hex");
    const isStored = await upsertSubscription(tx, me.id, session, { id: newId(), endpoint, p256dh, auth });
    if (!isStored) throw accountEndedError();
    await deleteOldestSubscriptions(tx, me.id, SUBSCRIPTIONS_PER_MEMBER);
  });
  return {};
}

/** Removes a browser of a member. Idempotent. */
export async function removeSubscription(
  ctx: Context,
  memberId: string,
  endpoint: string,
): Promise<Record<never, never>> {
  await ctx.transact((tx) => deleteSubscription(tx, memberId, endpoint));
  return {};
}
