import { sql } from "kysely";
import type { CrushAbout } from "#contract/schemas.ts";
import { chargeCrushSql, lowBalanceSql } from "#server/domains/billing/wallet/wallet.statements.ts";
import { deletePassSql } from "#server/domains/discovery/passes/passes.statements.ts";
import { countLimitedUseSql, type LimitedUse } from "#server/domains/members/member-limits/member-limits.statements.ts";
import { maySendSql, type SendingRules } from "#server/domains/members/member-limits/sending.queries.ts";
import { isInGoodStandingSql, isReachableSql } from "#server/domains/members/members.queries.ts";
import { lockTwoSharedSql } from "#server/domains/members/members.statements.ts";
import { hasCrushOnMeSql, insertCrushSql } from "#server/domains/members/relationships/relationships.statements.ts";
import { type Delays, upsertPendingSql } from "#server/domains/notifications/notifications.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";
import type { MemberStatus } from "#server/platform/db/schema/accounts.ts";
import { newId, newTimeOrderedId } from "#server/platform/lib/ids.ts";

interface CrushOptions {
  readonly senderId: string;
  readonly recipientId: string;
  readonly about?: CrushAbout | undefined;
  /** Its daily limit of new people never applies to a match: an answer is not a new contact. */
  readonly config: SendingRules;
  readonly delays: Delays;
}

interface CrushRow extends LimitedUse {
  readonly senderStatus: MemberStatus | null;
  /** Null for a member without an account. */
  readonly recipientName: string | null;
  /** Null, as `balance` and `cost`, if nothing was stored. */
  readonly isMatch: boolean | null;
  readonly balance: number;
  readonly cost: number;
}

interface InsertedCrush {
  /** As its lock found it; null for no member. */
  readonly senderStatus: MemberStatus | null;
  /** Undefined if nothing was stored: a member is unavailable, or the crush was refused. */
  readonly crush:
    | { readonly isMatch: boolean; readonly recipientName: string; readonly balance: number; readonly cost: number }
    | undefined;
  /** Undefined for a match and without limits. */
  readonly counted: LimitedUse | undefined;
}

interface CrushValues {
  readonly relationshipId: string;
  readonly sentEntryId: string;
  readonly receivedEntryId: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly about: string | null;
}

/** Upon what the text of the statement depends. */
interface CrushVariant {
  readonly isFromA: boolean;
  readonly rules: SendingRules;
  readonly delays: Delays;
}

const crushStatement = compileOnce<CrushRow, CrushValues, CrushVariant>((values, { isFromA, rules, delays }) => {
  const { senderId, recipientId } = values;
  const able = sql`
    from locked sender, locked recipient
    where sender.id = ${senderId} and ${isInGoodStandingSql("sender")}
      and ${maySendSql(rules, sql`sender.id`)}
      and recipient.id = ${recipientId} and ${isReachableSql("recipient", hasCrushOnMeSql(senderId, recipientId))}`;
  // For a sender who cannot pay no use is counted, so that the charge, not the limit, is what rolls the statement back.
  const newContact = sql`from crushed, priced where not is_match and balance >= cost and ${rules.rateLimits}`;
  const events = sql`
    select ${recipientId}::uuid, case when is_match then 'match' else 'crush' end, ${senderId}::uuid from crushed
    union all select member_id, 'low_balance', null from (${lowBalanceSql(senderId)}) as low (member_id)`;
  return sql<CrushRow>`
    with ${lockTwoSharedSql(senderId, recipientId)}, ${insertCrushSql(values, isFromA, able)},
    ${chargeCrushSql(values)}, ${countLimitedUseSql(senderId, "crushes", newContact)},
    ${upsertPendingSql(events, delays)}, ${deletePassSql(senderId, recipientId, sql`crushed`)}
    select sender.status as "senderStatus",
      (select username from profiles where member_id = recipient_id) as "recipientName",
      crushed.is_match as "isMatch", priced.balance, priced.cost, counted.used, counted.until, counted.limit
    from (values (${senderId}::uuid, ${recipientId}::uuid)) as party (sender_id, recipient_id)
    left join locked sender on sender.id = sender_id
    left join crushed on true left join priced on true left join counted on true`;
});

/**
 * Stores a crush, its charge, its use of the daily limit and its notifications in one statement: it decides all at once,
 * and a round trip takes as long as the writes. Each part reads the one before, which orders the locks: the members, the
 * relationship, the sender's wallet, their count. The charge and the notifications are written last, by PostgreSQL's rule
 * that parts which write run to their end even if nothing reads them.
 * @throws DatabaseError see `findChargeError` and `findLimitError`; nothing is stored then
 */
export async function insertCrush(
  tx: Tx,
  { senderId, recipientId, about, config, delays }: CrushOptions,
): Promise<InsertedCrush> {
  const ids = { relationshipId: newId(), sentEntryId: newTimeOrderedId(), receivedEntryId: newTimeOrderedId() };
  const values = { ...ids, senderId, recipientId, about: about ? JSON.stringify(about) : null };
  const rules = { rateLimits: config.rateLimits, smtpUrl: config.smtpUrl };
  const [row] = await crushStatement(tx, values, { isFromA: senderId < recipientId, rules, delays });
  if (!row) throw new Error("the statement has no result");
  const { senderStatus, recipientName, isMatch, balance, cost, used, until, limit } = row;
  return {
    senderStatus,
    crush: isMatch === null || recipientName === null ? undefined : { isMatch, recipientName, balance, cost },
    counted: used === null ? undefined : { used, until, limit },
  };
}

/** Stores that a member has seen their received crushes or celebrated their matches now. */
export async function upsertLastSeen(tx: Tx, me: string, what: "seen_at" | "matches_seen_at"): Promise<void> {
  const seen = { [what]: sql<Date>`clock_timestamp()` };
  await tx
    .insertInto("crushes_last_seen")
    .values({ member_id: me, ...seen })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(seen))
    .execute();
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Locks the entry up to which paid crushes were looked at, for one run at a time. The first run inserts it. */
export async function lockReturnCursor(tx: Tx): Promise<string> {
  await tx
    .insertInto("crush_return_cursor")
    .values({ entry_id: BEFORE_ALL })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { entry_id } = await tx
    .selectFrom("crush_return_cursor")
    .select("entry_id")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return entry_id;
}

export async function moveReturnCursor(tx: Tx, entryId: string): Promise<void> {
  await tx.updateTable("crush_return_cursor").set({ entry_id: entryId, moved_at: sql<Date>`now()` }).execute();
}
