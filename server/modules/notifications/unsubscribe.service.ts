import { createHmac, timingSafeEqual } from "node:crypto";
import { type EmailCategory, emailCategory } from "#contract/notifications.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { readSecret } from "#server/db/secrets.ts";
import { AppError } from "#server/errors.ts";
import { lockAndCheckDeleted } from "#server/modules/members/members.service.ts";
import { CAUSES } from "#server/modules/notifications/causes/registry.ts";
import { turnOffFlag } from "#server/modules/notifications/preferences.service.ts";

/** The signature is cut to as many bytes as nobody can guess. */
const SIGNATURE_BYTES = 20;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function sign(db: Db, text: string): Promise<Buffer> {
  const secret = await readSecret(db, "unsubscribing");
  return createHmac("sha256", secret).update(text).digest().subarray(0, SIGNATURE_BYTES);
}

/** The unsubscribe link in emails of a category to a member. Always the same. */
export async function unsubscribeUrl(ctx: Context, memberId: string, kind: EmailCategory): Promise<string> {
  const signature = await sign(ctx.db, `${memberId} ${kind}`);
  return `${ctx.site()}/notifications/unsubscribe/${memberId}.${kind}.${signature.toString("base64url")}`;
}

const invalid = () => new AppError("token_invalid", "This link is not valid any more.");

/** @throws AppError token_invalid */
async function readToken(db: Db, token: string): Promise<{ memberId: string; kind: EmailCategory }> {
  const [memberId = "", kindText, signature = "", ...more] = token.split(".");
  const kind = emailCategory.safeParse(kindText);
  if (!UUID.test(memberId) || !kind.success || more.length > 0) throw invalid();
  const [given, right] = [Buffer.from(signature, "base64url"), await sign(db, `${memberId} ${kind.data}`)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw invalid();
  return { memberId, kind: kind.data };
}

/**
 * Turns off the preference of a link's category, for all channels; or all emails but those about the account. Idempotent.
 * @throws AppError token_invalid for a link that is not ours, or of a deleted account
 */
export async function unsubscribe(ctx: Context, token: string, all = false): Promise<{ kind: EmailCategory }> {
  const { memberId, kind } = await readToken(ctx.db, token);
  await ctx.transact(async (tx) => {
    if (await lockAndCheckDeleted(tx, memberId)) throw invalid();
    await turnOffFlag(tx, memberId, all ? "emailEnabled" : CAUSES[kind].flag);
  });
  return { kind };
}
