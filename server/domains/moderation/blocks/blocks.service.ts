import { PAGE_SIZE } from "#contract/limits.ts";
import type { PastContact } from "#contract/moderation/reports.ts";
import type { Page, PositionPage } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { findCard } from "#server/domains/members/members.queries.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { blockError } from "#server/domains/members/relationships/relationships.policy.ts";
import { findBlockedMembers, findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { block, unblock, unmatch } from "#server/domains/members/relationships/relationships.service.ts";
import { findPastContacts, isPastContact } from "#server/domains/moderation/reports/reports.queries.ts";
import { forgetComparison } from "#server/domains/training/week-comparisons/week-comparisons.service.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { cutPage, readPosition, writePosition } from "#server/platform/lib/page.ts";

interface Confirmation {
  readonly message: string;
}

/** @throws AppError as `matchOf` */
export async function unmatchMember(ctx: Context, me: string, userId: string): Promise<Confirmation> {
  await ctx.transact(async (tx) => {
    await unmatch(tx, me, userId);
    await forgetComparison(tx, me, userId);
  });
  return { message: "You are no longer matched." };
}

/**
 * A member who is not visible is blocked all the same; no later response distinguishes them from an unknown id, for
 * which nothing is stored.
 * @returns their name, if they were visible
 */
export async function blockInTransaction(tx: Tx, me: string, userId: string): Promise<string | undefined> {
  await lockMembersShared(tx, me, userId);
  const { side, isVisible } = await findView(tx, me, userId);
  const member = await findCard(tx, userId);
  const visible = isVisible ? member : undefined;
  // A deleted member with whom there was contact can be blocked, too: they are listed in past contacts.
  if (member || side) {
    await block(tx, me, userId, visible !== undefined);
    await forgetComparison(tx, me, userId);
  } else tx.emit(me, "relationship_ended", { userId });
  return visible?.username;
}

/** @throws AppError cannot_crush_self */
export async function blockMember(ctx: Context, me: string, userId: string): Promise<Confirmation> {
  if (me === userId) throw new AppError("cannot_crush_self");
  const username = await ctx.transact((tx) => blockInTransaction(tx, me, userId));
  return { message: `You have blocked ${username ?? "this member"}.` };
}

/** Without a listed block the response is the same for every id. */
export async function unblockMember(ctx: Context, me: string, userId: string): Promise<Confirmation> {
  const username = await ctx.transact(async (tx) => {
    await lockMembersShared(tx, me, userId);
    const wasListed = await unblock(tx, me, userId);
    tx.emit(me, "settings_changed", { what: "blocks" });
    return wasListed ? (await findCard(tx, userId))?.username : undefined;
  });
  return { message: username === undefined ? "Unblocked" : `You have unblocked ${username}.` };
}

export async function listBlocked(ctx: Context, me: string, page: PositionPage) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await findBlockedMembers(ctx.db, me, limit + 1, readPosition(page.cursor));
  const { rows, nextCursor } = cutPage(found, limit, writePosition);
  const blocked = rows.map(({ other_id: _id, username, blocked_at }) => ({
    _id,
    username,
    blockedAt: blocked_at.toISOString(),
  }));
  return { blocked, nextCursor };
}

/** Recently ended contact, latest first. */
export async function listPastContacts(ctx: Context, me: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await findPastContacts(ctx.db, me, limit + 1, page.cursor);
  const { rows, nextCursor } = cutPage(found, limit, (row) => row.relationship_id);
  const contacts = rows.flatMap(({ other_id: _id, username, last_contact_at, is_blocked: isBlocked }): PastContact[] =>
    username === null ? [] : [{ _id, username, lastContactAt: last_contact_at.toISOString(), isBlocked }],
  );
  return { contacts, nextCursor };
}

/**
 * Visible, blocked by the member, or a past contact. The response to any other id must equal that to an unknown one.
 */
export async function canReport(db: Db, me: string, otherId: string): Promise<boolean> {
  const { side, isVisible } = await findView(db, me, otherId);
  if (isVisible) return true;
  if (blockError(side) === "blocked" && (await findCard(db, otherId))) return true;
  return isPastContact(db, me, otherId);
}
