import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Subscription } from "#server/adapters/payments.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { usableUntil } from "#server/db/usable-membership.ts";

/** The checkout at which a member may still pay for the membership; without a session where it is just being opened. */
export const findOpenMembershipCheckout = (db: Db, walletId: string) =>
  db
    .selectFrom("checkouts")
    .select(["id", "session_id", "url"])
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "membership")
    .where("state", "=", "open")
    .executeTakeFirst();

export const findMembershipOwner = (db: Db, id: string) =>
  db.selectFrom("memberships").select("member_id").where("provider_id", "=", id).executeTakeFirst();

/** A member's memberships that may still cost money, whatever they give. */
export const findGoingMemberships = (db: Db, memberId: string) =>
  db
    .selectFrom("memberships")
    .select(["provider_id", "ends", "period_end"])
    .where("member_id", "=", memberId)
    .where("is_over", "=", false)
    .execute();

/** The member who began to buy the membership at a checkout, and where they pay for it. */
export const findBuyerOfMembership = (db: Db, checkoutId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select(["wallets.member_id", "checkouts.session_id", "checkouts.state"])
    .where("checkouts.id", "=", checkoutId)
    .where("kind", "=", "membership")
    .executeTakeFirst();

/** Members of whom a membership has come to its end by itself within the last minutes. */
export async function findJustEnded(db: Db, minutes: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from memberships
    where is_active and ${usableUntil} <= now() and ${usableUntil} > now() - make_interval(mins => ${minutes})`.execute(
    db,
  );
  return rows.map((row) => row.member_id);
}

/** Numbers a question about a membership, which may be new here. */
export async function nextQuestion(tx: Tx, id: string, memberId: string): Promise<number> {
  const { asked } = await tx
    .insertInto("memberships")
    .values({ provider_id: id, member_id: memberId, asked: 1 })
    .onConflict((conflict) => conflict.column("provider_id").doUpdateSet({ asked: sql`memberships.asked + 1` }))
    .returning("asked")
    .executeTakeFirstOrThrow();
  return asked;
}

/** What a membership that the provider knows nothing of is, as after a change of its account: it may be known again. */
const MISSING = { status: "missing", is_active: false };

/** The provider's word as it is stored. A renewal counts as not paid since that was first heard. */
const stored = ({ status, isActive, isUnpaid, isOver, periodEnd, ends }: Subscription, unpaidSince: Date | null) => ({
  status,
  is_active: isActive,
  is_over: isOver,
  unpaid_since: isUnpaid ? (unpaidSince ?? new Date()) : null,
  period_end: periodEnd,
  ends,
});

/**
 * Stores the answer to a question about a membership, unless a later one was answered.
 * @returns whether that changes anything for its member
 */
export async function setMembership(
  tx: Tx,
  id: string,
  question: number,
  answer: Subscription | undefined,
): Promise<boolean> {
  const before = await tx
    .selectFrom("memberships")
    .select(["heard", "status", "is_active", "is_over", "unpaid_since", "period_end", "ends"])
    .where("provider_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return false;
  const { heard, ...known } = before;
  if (heard >= question) return false;
  const now = { ...known, ...(answer ? stored(answer, known.unpaid_since) : MISSING) };
  await tx
    .updateTable("memberships")
    .set({ ...now, heard: question, heard_at: sql<Date>`now()` })
    .where("provider_id", "=", id)
    .execute();
  return !isDeepStrictEqual(known, now);
}
