import { sql } from "kysely";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { CrushAbout } from "#contract/schemas.ts";
import { chargeCrushesSql, lowBalancesSql } from "#server/domains/billing/wallet/wallet.statements.ts";
import { deletePassesSql } from "#server/domains/discovery/passes/passes.statements.ts";
import {
  countLimitedUsesSql,
  type LimitedUse,
} from "#server/domains/members/member-limits/member-limits.statements.ts";
import { maySendSql, type SendingRules } from "#server/domains/members/member-limits/sending.queries.ts";
import { isInGoodStandingSql, isReachableSql } from "#server/domains/members/members.queries.ts";
import { lockSharedSql } from "#server/domains/members/members.statements.ts";
import {
  hasCrushOnMeSql,
  insertCrushesSql,
  type LockWait,
} from "#server/domains/members/relationships/relationships.statements.ts";
import { type Delays, upsertPendingSql } from "#server/domains/notifications/notifications.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";
import type { MemberStatus } from "#server/platform/db/schema/accounts.ts";
import { newId, newTimeOrderedId } from "#server/platform/lib/ids.ts";

export interface NewCrush {
  readonly senderId: string;
  readonly recipientId: string;
  /** What on the recipient's profile it is about. */
  readonly about?: CrushAbout | undefined;
}

interface CrushOptions {
  readonly wait: LockWait;
  /** Its daily limit of new people never applies to a match: an answer is not a new contact. */
  readonly config: SendingRules;
  readonly delays: Delays;
}

interface CrushRow extends LimitedUse {
  readonly isSkipped: boolean;
  readonly senderStatus: MemberStatus | null;
  /** Null for a member without an account. */
  readonly recipientName: string | null;
  /** Null, as `balance` and `cost`, if nothing was stored. */
  readonly isMatch: boolean | null;
  readonly balance: number;
  readonly cost: number;
}

export interface InsertedCrush {
  /** As its lock found it; null for no member. */
  readonly senderStatus: MemberStatus | null;
  /** Undefined if nothing was stored: a member is unavailable, or the crush was refused. */
  readonly crush:
    | { readonly isMatch: boolean; readonly recipientName: string; readonly balance: number; readonly cost: number }
    | undefined;
  /** Undefined for a match and without limits. */
  readonly counted: LimitedUse | undefined;
}

/** Columns of as many crushes as there are. */
interface CrushValues {
  readonly relationshipIds: readonly string[];
  readonly senderIds: readonly string[];
  readonly recipientIds: readonly string[];
  readonly abouts: readonly (string | null)[];
  readonly sentEntryIds: readonly string[];
  readonly receivedEntryIds: readonly string[];
}

/** Upon what the text of the statement depends. */
interface CrushVariant {
  readonly wait: LockWait;
  readonly rules: SendingRules;
  readonly delays: Delays;
}

const crushStatement = compileOnce<CrushRow, CrushValues, CrushVariant>((values, { wait, rules, delays }) => {
  const isKnown = hasCrushOnMeSql(sql`sender_id`, sql`recipient_id`);
  // For a sender who cannot pay no use is counted, so that the charge, not the limit, is what rolls the statement back.
  const newContacts = sql`
    from crushed join priced using (id) where not is_match and balance >= cost and ${rules.rateLimits}`;
  const events = sql`
    select recipient_id, case when is_match then 'match' else 'crush' end, sender_id from crushed
    union all select sender_id, 'low_balance', null from (${lowBalancesSql}) as low`;
  // `(select …)` hides the number of crushes from the planner, which else plans the statement anew for each batch.
  return sql<CrushRow>`
    with asked as (
      select * from unnest(
        (select ${values.relationshipIds}::uuid[]),
        ${values.senderIds}::uuid[],
        ${values.recipientIds}::uuid[],
        ${values.abouts}::jsonb[],
        ${values.sentEntryIds}::uuid[],
        ${values.receivedEntryIds}::uuid[]
      ) with ordinality as asked (relationship_id, sender_id, recipient_id, about, sent_entry_id, received_entry_id, nth)
    ), ${lockSharedSql(sql`select sender_id from asked union select recipient_id from asked`, wait)}, able as (
      select asked.*
      from asked join locked sender on sender.id = sender_id join locked recipient on recipient.id = recipient_id
      where ${isInGoodStandingSql("sender")} and ${maySendSql(rules, sql`sender.id`)}
        and ${isReachableSql("recipient", isKnown)}
    ), ${insertCrushesSql}, ${chargeCrushesSql}, ${countLimitedUsesSql(sql`sender_id`, "crushes", newContacts)},
    ${upsertPendingSql(events, delays)}, ${deletePassesSql}
    select sender.status as "senderStatus", username as "recipientName",
      is_match is null and (select count(*) from members where members.id in (asked.sender_id, asked.recipient_id))
        > (select count(*) from locked where locked.id in (asked.sender_id, asked.recipient_id)) as "isSkipped",
      is_match as "isMatch", balance, cost, used, until, "limit"
    from asked
    left join locked sender on sender.id = asked.sender_id
    left join profiles on profiles.member_id = asked.recipient_id
    left join crushed using (nth) left join priced on priced.id = crushed.id
    left join counted on counted.member_id = asked.sender_id
    order by nth`;
});

/** As many as the statement can store at once: each sender has one wallet, and each pair one relationship. */
function chooseSeparate(crushes: readonly NewCrush[]): Set<NewCrush> {
  const [members, chosen] = [new Set<string>(), new Set<NewCrush>()];
  for (const crush of crushes) {
    const { senderId, recipientId } = crush;
    const pair = conversationIdOf(senderId, recipientId);
    if (members.has(senderId) || members.has(pair)) continue;
    members.add(senderId).add(pair);
    chosen.add(crush);
  }
  return chosen;
}

/**
 * Stores crushes, their charges, their uses of the daily limit and their notifications in one statement: it decides all at
 * once, and a round trip takes as long as the writes. Each part reads the one before, which orders the locks: the members,
 * the relationships, the senders' wallets, their counts. Charges and notifications are written last, by PostgreSQL's
 * rule that parts which write run to their end even if nothing reads them.
 * @param wait what to do about members whom another transaction has locked, see `lockWaitSql`
 * @returns a result for each crush in order; undefined for one to be tried again: of a member who is locked or who has
 * another crush among these
 * @throws DatabaseError see `findChargeError` and `findLimitError`; nothing is stored then
 */
export async function insertCrushes(
  tx: Tx,
  crushes: readonly NewCrush[],
  { wait, config, delays }: CrushOptions,
): Promise<(InsertedCrush | undefined)[]> {
  const chosen = chooseSeparate(crushes);
  const asked = [...chosen];
  const values = {
    relationshipIds: asked.map(() => newId()),
    senderIds: asked.map(({ senderId }) => senderId),
    recipientIds: asked.map(({ recipientId }) => recipientId),
    abouts: asked.map(({ about }) => (about ? JSON.stringify(about) : null)),
    sentEntryIds: asked.map(() => newTimeOrderedId()),
    receivedEntryIds: asked.map(() => newTimeOrderedId()),
  };
  const rules = { rateLimits: config.rateLimits, smtpUrl: config.smtpUrl };
  const rows = (await crushStatement(tx, values, { wait, rules, delays })).values();
  return crushes.map((crush) => {
    const row = chosen.has(crush) ? rows.next().value : undefined;
    if (!row || row.isSkipped) return undefined;
    const { senderStatus, recipientName, isMatch, balance, cost, used, until, limit } = row;
    return {
      senderStatus,
      crush: isMatch === null || recipientName === null ? undefined : { isMatch, recipientName, balance, cost },
      counted: used === null ? undefined : { used, until, limit },
    };
  });
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
