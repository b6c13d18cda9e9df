import { isPublicKey } from "#server/adapters/push-encryption.ts";
import type { Context } from "#server/context.ts";
import { AppError, notThere } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { newId } from "#server/lib/ids.ts";
import {
  deleteEndpoint,
  deleteOldSubscriptions,
  holdSubscriptions,
  upsertSubscription,
} from "#server/modules/notifications/push.repo.ts";

/** Browsers of one member that take pushes. The one that is there for longest goes first. */
const BROWSERS_MAX = 10;

interface Subscription {
  readonly endpoint: string;
  /** In base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Has a browser take pushes, as long as the login lasts that asks for it; again is no harm. Of a browser that another login
 * had subscribed, this one takes it over.
 * @throws AppError invalid for an address or a key that can never be one
 */
export async function startPush(
  ctx: Context,
  me: Caller,
  { endpoint, keys }: Subscription,
): Promise<Record<never, never>> {
  const wrong = ctx.push.whyNot(endpoint);
  if (wrong) throw AppError.field("invalid", "endpoint", wrong);
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!isPublicKey(p256dh)) throw AppError.field("invalid", "keys", "That is no key.");
  await ctx.transact(async (tx) => {
    await holdSubscriptions(tx, me.id);
    const session = Buffer.from(me.sessionId, "hex");
    const kept = await upsertSubscription(tx, me.id, session, { id: newId(), endpoint, p256dh, auth });
    // The login has ended meanwhile.
    if (!kept) throw notThere();
    await deleteOldSubscriptions(tx, me.id, BROWSERS_MAX);
  });
  return {};
}

/** Has one of a member's browsers take pushes no more; again is no harm. */
export async function endPush(ctx: Context, memberId: string, endpoint: string): Promise<Record<never, never>> {
  await ctx.transact((tx) => deleteEndpoint(tx, memberId, endpoint));
  return {};
}
