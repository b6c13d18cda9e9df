import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { checkPassword, forgetAccount } from "#server/modules/accounts/ending.service.ts";
import { forgetVisits } from "#server/modules/crushes/crushes.service.ts";
import { forgetDownloads } from "#server/modules/leaving/downloads.service.ts";
import { buryMember, holdLeaver, holdSelf } from "#server/modules/members/members.service.ts";
import { forgetSuspension } from "#server/modules/members/standing.service.ts";
import { forgetMessages } from "#server/modules/messages/forgetting.service.ts";
import { forgetPreferences } from "#server/modules/notifications/notifications.service.ts";
import { forgetNotices } from "#server/modules/notifications/telling.service.ts";
import { endAllPairs, forgetSilentPairs } from "#server/modules/pairs/pairs.service.ts";
import { forgetBuyer } from "#server/modules/payments/leaving.service.ts";
import { forgetProfile } from "#server/modules/profiles/profiles.service.ts";
import { forgetContact } from "#server/modules/support/contact.service.ts";
import { giveBackCrushes } from "#server/modules/wallet/wallet.service.ts";
import type { Caller } from "#server/serve.ts";

/**
 * Ends an account within a transaction, whole or not at all. What is left is an id and a time, money without a name, what
 * others wrote, and reports for a while. Whoever does something with the member at the same moment comes before, and it goes
 * with the rest, or after, and finds nobody. The locks are taken in the order of the house: the member, pairs, wallets, the
 * rest.
 * @param checked the password's hash as it was when it was asked for; undefined where nobody was asked
 * @throws AppError wrong_password, where it was changed meanwhile; unauthorized, where the account has ended
 */
export async function endAccount(ctx: Context, tx: Tx, id: string, checked: string | undefined): Promise<void> {
  await holdLeaver(tx, id);
  const { others, unanswered, abandoned } = await endAllPairs(tx, id);
  await giveBackCrushes(tx, id, unanswered);
  await forgetMessages(ctx, tx, id, abandoned);
  await forgetSilentPairs(tx, id);
  await forgetVisits(tx, id);
  await forgetContact(tx, id);
  await forgetBuyer(ctx, tx, id);
  await forgetDownloads(tx, id);
  await forgetPreferences(tx, id);
  await forgetNotices(tx, id);
  await forgetProfile(ctx, tx, id);
  await forgetAccount(ctx, tx, id, checked);
  await forgetSuspension(tx, id);
  await buryMember(tx, id);
  for (const other of others) tx.emit(other, "member_gone", { userId: id });
}

/**
 * Deletes one's account.
 * @param address where from, as rate limits count it
 * @throws AppError wrong_password, too_often; unauthorized, where the account has ended or was suspended meanwhile
 */
export async function deleteAccount(ctx: Context, me: Caller, password: string, address: string) {
  const { passwordHash, attempt } = await checkPassword(ctx, me.id, { password, field: "password", address });
  await attempt.succeeded();
  await ctx.transact(async (tx) => {
    await holdSelf(tx, me.id);
    await endAccount(ctx, tx, me.id, passwordHash);
  });
  return {};
}
