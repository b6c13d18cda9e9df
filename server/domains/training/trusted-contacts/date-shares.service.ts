import { DAY_S } from "#contract/durations.ts";
import { BACK_DELAYS_MAX } from "#contract/limits.ts";
import type { DateShare } from "#contract/training/trusted-contacts.ts";
import type { Context } from "#server/context.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { assertRateLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { lockMatch } from "#server/domains/members/relationships/relationships.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import * as repo from "#server/domains/training/trusted-contacts/date-shares.repo.ts";
import { shareToken } from "#server/domains/training/trusted-contacts/trusted-contact-tokens.ts";
import {
  ASK_MINUTES,
  afterMinutes,
  endOf,
  findExpiry,
  isPageOpen,
} from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import { presentShare } from "#server/domains/training/trusted-contacts/trusted-contacts.present.ts";
import {
  findAgreedDate,
  findSharedPage,
  findShares,
  type SharedPage,
} from "#server/domains/training/trusted-contacts/trusted-contacts.queries.ts";
import { lockContact } from "#server/domains/training/trusted-contacts/trusted-contacts.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { dateShares } from "#server/platform/observability/metrics.ts";

/** Each sends a mail. */
const BY_MEMBER: RateLimit = { name: "date shares", limit: 20, windowSeconds: DAY_S };

export const emitContactsChanged = (tx: Tx, memberId: string): void =>
  tx.emit(memberId, "settings_changed", { what: "trusted-contacts" });

async function readShare(db: Db, memberId: string, id: string): Promise<DateShare> {
  const [row] = await findShares(db, memberId, id);
  if (!row) throw new AppError("not_found");
  return presentShare(row);
}

/**
 * The contact gets the page's address once they have said yes. Idempotent.
 * @throws AppError not_found, not_matched, blocked, date_changed, date_started, share_rate_limit, unauthorized
 */
export async function shareDate(
  ctx: Context,
  memberId: string,
  messageId: string,
  { contactId, checkBack }: { readonly contactId: string; readonly checkBack: boolean },
): Promise<{ share: DateShare }> {
  return ctx.transact(async (tx) => {
    const found = await findAgreedDate(tx, memberId, messageId);
    // The other member may be deleting their account, which copies the shares that are there, or the card.
    await lockMembersShared(tx, memberId, ...(found ? [found.other_id] : []));
    if (!found) throw new AppError("not_found");
    await lockMatch(tx, memberId, found.other_id, "not_found");
    const date = await findAgreedDate(tx, memberId, messageId);
    if (!date) throw new AppError("not_found");
    if (date.state !== "agreed" && date.state !== "changed") throw new AppError("date_changed");
    const now = ctx.now();
    if (endOf(date) <= now) throw new AppError("date_started");
    const contact = await lockContact(tx, memberId, contactId);
    if (!contact || (contact.state === "pending" && contact.asked_at <= findExpiry(now)))
      throw new AppError("not_found");
    const newShareId = newId();
    const { id, isNew } = await repo.insertShare(tx, {
      id: newShareId,
      member_id: memberId,
      contact_id: contactId,
      message_id: messageId,
      relationship_id: date.relationship_id,
      token_hash: shareToken(ctx, newShareId).hash,
      check_back: checkBack,
      created_at: now,
    });
    if (isNew) {
      await assertRateLimit(ctx, tx, BY_MEMBER, "share_rate_limit", memberId);
      if (contact.state === "confirmed")
        await ctx.jobs.send(tx, "email-trusted-contact", { mail: "shared", shareId: id });
      tx.afterCommit(() => dateShares.inc({ event: "shared" }));
      emitContactsChanged(tx, memberId);
    }
    return { share: await readShare(tx, memberId, id) };
  });
}

/** Ends the share's page and questions. Idempotent. */
export async function withdrawShare(ctx: Context, memberId: string, shareId: string): Promise<Record<never, never>> {
  await ctx.transact(async (tx) => {
    await endShare(ctx, tx, memberId, shareId);
  });
  return {};
}

/** @returns whether there was a share to end */
export async function endShare(ctx: Context, tx: Tx, memberId: string, shareId: string): Promise<boolean> {
  if (!(await repo.withdrawShare(tx, memberId, shareId, ctx.now()))) return false;
  await recordStatusEvent(tx, { event: "share_withdrawn", memberId, otherId: shareId });
  emitContactsChanged(tx, memberId);
  return true;
}

/**
 * For all contacts with whom the date is shared. The job that informs contacts locks the same rows: whichever is first
 * decides, and a contact who was informed before then learns that the member is back.
 * @throws AppError not_found; date_started if the date has not begun, or there is no "later" any more
 */
export async function answerBack(
  ctx: Context,
  memberId: string,
  shareId: string,
  answer: "back" | "later" | "tell",
): Promise<{ share: DateShare }> {
  return ctx.transact(async (tx) => {
    const now = ctx.now();
    const shares = await repo.lockSharesOfDate(tx, memberId, shareId);
    if (!shares.some(({ id }) => id === shareId)) throw new AppError("not_found");
    for (const share of shares) {
      const { id, told_at } = share;
      if (!share.starts_at) {
        if (id === shareId) throw new AppError("date_started", "This date has not begun yet.");
        continue;
      }
      const answered = { answered_at: now, ask_at: null, tell_at: null };
      if (answer === "back" && share.answer !== "back") {
        await repo.updateAnswer(tx, id, { ...answered, answer });
        tx.afterCommit(() => dateShares.inc({ event: "back" }));
        if (told_at) await ctx.jobs.send(tx, "email-trusted-contact", { mail: "back", shareId: id });
      } else if (answer === "tell" && !told_at && share.answer === null && (share.check_back || id === shareId)) {
        await repo.updateAnswer(tx, id, { ...answered, answer, told_at: now });
        await ctx.jobs.send(tx, "email-trusted-contact", { mail: "told", shareId: id });
        tx.afterCommit(() => dateShares.inc({ event: "told_by_member" }));
      } else if (answer === "later" && share.tell_at && share.answer === null) {
        if (share.delays >= BACK_DELAYS_MAX)
          throw new AppError("date_started", "That was the last time. Are you back?");
        await repo.updateAnswer(tx, id, {
          ask_at: afterMinutes(now, ASK_MINUTES),
          tell_at: null,
          delays: share.delays + 1,
        });
      }
    }
    emitContactsChanged(tx, memberId);
    return { share: await readShare(tx, memberId, shareId) };
  });
}

/** Undefined once the page has ended. */
export async function findSharedDate(ctx: Context, token: string): Promise<SharedPage | undefined> {
  const page = await findSharedPage(ctx.db, hashToken(token));
  return page && isPageOpen(endOf(page), ctx.now()) ? page : undefined;
}
