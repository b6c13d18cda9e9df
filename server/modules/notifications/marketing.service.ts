import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { findMailbox } from "#server/modules/notifications/mails.repo.ts";
import { countWanting, findWanting } from "#server/modules/notifications/marketing.repo.ts";
import { unsubscribeUrl } from "#server/modules/notifications/unsubscribing.service.ts";

/** Ids of members who want what we advertise by e-mail, in their order: so many, after one or from the first on. */
export const marketedMembers = (db: Db, after: string | null, limit: number): Promise<string[]> =>
  findWanting(db, after, limit);

export const countMarketedMembers = (db: Db): Promise<number> => countWanting(db);

/** Where what we advertise goes to a member, and what ends it; undefined where they want none of it, or not any more. */
export async function marketingMailbox(
  ctx: Context,
  memberId: string,
): Promise<{ email: string; unsubscribe: string } | undefined> {
  const to = await findMailbox(ctx.db, memberId, "marketing");
  return to && { email: to.email, unsubscribe: await unsubscribeUrl(ctx, memberId, "marketing") };
}
