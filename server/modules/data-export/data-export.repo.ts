import { sql } from "kysely";
import { DELETED_MEMBER } from "#contract/conversations.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { MessageKind } from "#contract/messages.ts";
import { lockName } from "#server/db/advisory-locks.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { isInGoodStandingSql } from "#server/modules/members/members.queries.ts";
import { hasOpenedCrushSql } from "#server/modules/relationships/relationships.queries.ts";

/** Serializes a member's data exports. */
export async function lockExports(tx: Tx, memberId: string): Promise<void> {
  await lockName(tx, `download ${memberId}`);
}

/** An export that never finished counts as running for an hour at most: the process may have been killed. */
const isRunning = sql<boolean>`(started_at > now() - interval '1 hour' and finished_at is null)`;

/**
 * The number of exports in the last 24 hours, the seconds until the first of them expires, and whether one is running.
 */
export async function countExports(db: Db, memberId: string) {
  const { rows } = await sql<{ many: number; seconds: number; is_running: boolean }>`
    select count(*)::int as many, coalesce(bool_or(${isRunning}), false) as is_running,
      coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - now())), 0)::int as seconds
    from data_exports where member_id = ${memberId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0] ?? { many: 0, seconds: 0, is_running: false };
}

export async function insertExport(tx: Tx, tokenHash: Buffer, memberId: string): Promise<void> {
  await tx.insertInto("data_exports").values({ token_hash: tokenHash, member_id: memberId }).execute();
}

/** The member of an unused link that was created within the last minute. */
export const findUnusedExport = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("data_exports")
    .innerJoin("members", "members.id", "data_exports.member_id")
    .select("member_id")
    .where("token_hash", "=", tokenHash)
    .where("started_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - interval '1 minute'`)
    .where(isInGoodStandingSql("members"))
    .executeTakeFirst();

export async function markStarted(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable("data_exports").set({ started_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function markFinished(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable("data_exports").set({ finished_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

/** Deletes a deleted member's exports; an unused link becomes invalid. */
export async function deleteExports(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("data_exports").where("member_id", "=", memberId).execute();
}

/** Deletes exports that no limit counts any more. */
export async function deleteOldExports(tx: Tx): Promise<void> {
  await sql`delete from data_exports where created_at < now() - interval '24 hours'`.execute(tx);
}

// The following queries read a member's personal data. The column aliases are the field names of the export's files.

/** Rows per query. */
const PAGE = 500;

export async function findAccount(db: Db, me: string) {
  const { rows } = await sql<{ username: string }>`
    select username, accounts.email, email_verified_at as "emailConfirmedAt", date_of_birth as "dateOfBirth", status,
      hidden_until as "hiddenUntil",
      terms_version as "termsVersion", terms_accepted_at as "termsAcceptedAt",
      joined_at as "joinedAt", last_active_at as "lastActiveAt", read_receipts as "readReceipts",
      daily_set as "dailySet",
      email_changes.email as "newEmail", email_changes.expires_at as "newEmailUntil"
    from members
    join accounts on accounts.member_id = members.id
    left join email_changes on email_changes.member_id = members.id
    join profiles on profiles.member_id = members.id
    where members.id = ${me}`.execute(db);
  return rows[0];
}

/** The kinds of a member's identities, without the hashes. */
export async function findIdentities(db: Db, me: string) {
  const { rows } = await sql`
    select kind, created_at as since from identities where member_id = ${me} order by created_at, kind`.execute(db);
  return rows;
}

export async function findBrowsers(db: Db, me: string) {
  const { rows } = await sql`
    select first_seen_on as since, last_seen_on as "lastUsedOn"
    from member_devices where member_id = ${me} order by first_seen_on, last_seen_on`.execute(db);
  return rows;
}

export async function findSessions(db: Db, me: string) {
  const { rows } = await sql`
    select device, created_at as "begunAt", last_used_at as "lastUsedAt", is_new_device as "newDevice",
      authenticated_at as "authenticatedAt"
    from sessions where member_id = ${me}
    order by created_at`.execute(db);
  return rows;
}

export async function findPasskeys(db: Db, me: string) {
  const { rows } = await sql`
    select name, created_at as since, last_used_at as "lastUsedAt", is_backed_up as synced
    from passkeys where member_id = ${me} order by created_at`.execute(db);
  return rows;
}

/** When the authenticator app was set up; null without one. */
export async function findAuthenticatorApp(db: Db, me: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select confirmed_at as since from totp_secrets where member_id = ${me}`.execute(db);
  return rows[0]?.since ?? null;
}

export async function findRecoveryCodes(db: Db, me: string) {
  const { rows } = await sql`
    select created_at as since, used_at as "usedAt" from recovery_codes where member_id = ${me}
    order by used_at, code_hash`.execute(db);
  return rows;
}

/** The kinds of security events that members see. The others are for the operator. */
const OWN_EVENTS = [
  "register",
  "login",
  "logout",
  "password",
  "email",
  "session",
  "factor",
  "download",
  "account",
  "role",
];

/** Security events of the account within the last 90 days, including failed logins. */
export async function findSecurityEvents(db: Db, me: string) {
  const { rows } = await sql`
    select occurred_at as at, last_occurred_at as "lastAt", count, kind, outcome, device from security_events
    where member_id = ${me} and kind = any(${OWN_EVENTS}) order by id`.execute(db);
  return rows;
}

/** Subscribed browsers, each with its session. */
export async function findPushDevices(db: Db, me: string) {
  const { rows } = await sql`
    select device, push_subscriptions.created_at as since
    from push_subscriptions join sessions on sessions.id = session_id
    where push_subscriptions.member_id = ${me} order by since`.execute(db);
  return rows;
}

export async function findExports(db: Db, me: string) {
  const { rows } = await sql`
    select created_at as "askedAt", started_at as "begunAt", finished_at as "endedAt" from data_exports where member_id = ${me}
    order by created_at`.execute(db);
  return rows;
}

interface ProfileRow {
  readonly heightInches: number | null;
  readonly cell: string | null;
}

export async function findProfile(db: Db, me: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select username, age, gender, height_inches as "heightInches", body_type as "bodyType", location,
      location_type as "locationType", h3_cell as cell, location_changes_date as "placeChangesOn", location_changes_today as "placeChanges", bio,
      interests, looking_for as "lookingFor", prompts, texts_changed_at as "textsChangedAt", completion, effective_gender as "countedGender",
      effective_age as "countedAge", gender_effective_at as "genderCountsAt", age_effective_at as "ageCountsAt",
      verified_at as "verifiedAt"
    from profiles where member_id = ${me}`.execute(db);
  return rows[0];
}

/** Previous values of age and gender, oldest first. */
export async function findProfileChanges(db: Db, me: string) {
  const { rows } = await sql`
    select field, old_value as before, new_value as after, changed_at as "changedAt", effective_at as "countsAt" from profile_changes
    where member_id = ${me} order by changed_at, id`.execute(db);
  return rows;
}

const isoSql = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** SQL: what is known of an image that was requested to be checked; null for others. */
const checkSql = sql`case when image_checks.key is not null then json_build_object('state', state,
  'requestedAt', ${isoSql("requested_at")}, 'checkedAt', ${isoSql("checked_at")}, 'scores', scores) end`;

export async function findPhotos(db: Db, me: string) {
  const { rows } = await sql<{ key: string; position: number }>`
    select key, position, width, height, display_mode as "displayMode", focus_x as "focusX", focus_y as "focusY", alt,
      created_at as "addedAt", ${checkSql} as "check"
    from photos left join image_checks using (key) where member_id = ${me} order by position`.execute(db);
  return rows;
}

/** A member's relationships, from their side. */
const mine = (me: string) => sql`relationship_sides as mine
  join members on mine.member_id = ${me} and members.id = other_id
  left join profiles on profiles.member_id = other_id`;

const name = sql`coalesce(profiles.username, ${DELETED_MEMBER})`;
/**
 * SQL condition: contact has ended, by whichever of the two, or because the other member is suspended: the files must not
 * tell which.
 */
const isOver = sql`(ended_at is not null or not ${isInGoodStandingSql("members")})`;

/**
 * SQL condition: it has been over for so long that the conversation is emptied. One with a suspended member is not, because
 * the suspension may be lifted, but reads the same.
 */
const isPast = sql`coalesce(
  ${isOver} and orphaned_at is null and now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
    > least(ended_at, (select starts_at from suspensions where suspensions.member_id = members.id)), false)`;

async function list<Row>(
  db: Db,
  me: string,
  columns: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
  at: string,
) {
  const { rows } = await sql<Row>`
    select ${columns} from ${mine(me)} where ${where} order by ${sql.ref(at)}, relationship_id`.execute(db);
  return rows;
}

export async function findCrushes(db: Db, me: string) {
  const [sent, received, { rows: lastSeen }] = await Promise.all([
    list(
      db,
      me,
      sql`${name} as "to", i_crushed_at as "at", my_crush_about as "about"`,
      sql`i_crushed_at is not null`,
      "i_crushed_at",
    ),
    list(
      db,
      me,
      sql`${name} as "from", they_crushed_at as "at", their_crush_about as "about",
        ${hasOpenedCrushSql(sql`mine.member_id`, sql`other_id`)} as "opened"`,
      sql`they_crushed_at is not null and not ${isOver}`,
      "they_crushed_at",
    ),
    sql<{ seen_at: Date | null }>`select seen_at from crushes_last_seen where member_id = ${me}`.execute(db),
  ]);
  return { sent, received, lastLookedAt: lastSeen[0]?.seen_at ?? null };
}

const settingsOf = (me: string) => sql`
  select from conversation_settings as settings
  where settings.member_id = ${me} and settings.relationship_id = mine.relationship_id`;

export const findMatches = (db: Db, me: string) =>
  list(
    db,
    me,
    sql`${name} as "with", matched_at as "at", ${isOver} as "isOver",
      not ${isPast} and exists (${settingsOf(me)} and is_muted) as "muted",
      not ${isPast} and exists (${settingsOf(me)} and archived_sequence >= last_sequence) as "archived"`,
    sql`matched_at is not null`,
    "matched_at",
  );

/** Retained blocks of deleted members, and until when they are kept. */
export async function findRetainedBlocks(db: Db, me: string) {
  const { rows } = await sql<{ username: string; keptUntil: Date }>`
    select ${DELETED_MEMBER} as username, kept_until as "keptUntil" from retained_blocks
    where blocker_id = ${me} and listed and not inherited order by kept_until`.execute(db);
  return rows;
}

export interface ConversationRow {
  readonly id: string;
  readonly with: string;
  readonly matchedAt: Date;
  readonly readUpTo: Date | null;
  /** Contact has ended: the other member's messages are hidden. */
  readonly isOver: boolean;
  /** Nothing of it is left to read. */
  readonly isPast: boolean;
}

export const findConversations = (db: Db, me: string) =>
  list<ConversationRow>(
    db,
    me,
    sql`relationship_id as id, ${name} as "with", matched_at as "matchedAt", my_read_at as "readUpTo",
      ${isOver} and mine.orphaned_at is null as "isOver", ${isPast} as "isPast"`,
    sql`last_sequence > 0`,
    "matched_at",
  );

/** Times are texts that `Date` reads. */
export interface ExportedDate {
  readonly times: readonly string[];
  readonly startsAt: string | null;
  readonly changedAt: string;
  readonly onMyWayAt: string | null;
  readonly [field: string]: unknown;
}

export interface MessageRow {
  readonly sequence: number;
  readonly own: boolean;
  readonly kind: MessageKind;
  readonly content: string;
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly attachment_key: string | null;
  readonly my_reaction: string | null;
  readonly their_reaction: string | null;
  /** When the message was sent that this one replies to. */
  readonly reply_to_at: Date | null;
  /** Of own images. */
  readonly check: object | null;
  /** A workout date, with the changes that the member made. */
  readonly date: ExportedDate | null;
}

/** The undeleted messages of a conversation after a sequence. @param all whether to include the other member's */
export async function findMessages(db: Db, me: string, relationshipId: string, after: number, all: boolean) {
  const { rows } = await sql<MessageRow>`
    select sequence, sender_id = ${me} as own, kind, content, created_at,
      case when sender_id = ${me} then receipt_at else read_at end as read_at, attachment_key,
      case when sender_id = ${me} then sender_reaction else receiver_reaction end as my_reaction,
      case when sender_id = ${me} then receiver_reaction else sender_reaction end as their_reaction,
      (select created_at from messages as quoted
        where quoted.relationship_id = messages.relationship_id and quoted.sequence = messages.reply_to_sequence
      ) as reply_to_at, case when sender_id = ${me} then ${checkSql} end as check,
      (select json_build_object(
          'state', state, 'sport', sport, 'times', times, 'timeZone', time_zone, 'minutes', minutes, 'place', place,
          'effort', effort, 'agreedBefore', earlier, 'startsAt', starts_at, 'changedAt', changed_at,
          'onMyWayAt', case when sender_id = ${me} then sender_on_way_at else receiver_on_way_at end,
          'changes', (
            select json_agg(change - 'by') from jsonb_array_elements(history) as change
            where (change ->> 'by' = 'sender') = (sender_id = ${me})))
        from workout_dates where message_id = messages.id) as date
    from messages left join image_checks on key = attachment_key
    where relationship_id = ${relationshipId} and sequence > ${after} and deleted_at is null and (sender_id = ${me} or ${all})
    order by sequence limit ${PAGE}`.execute(db);
  return rows;
}

interface DeletedMessageRow {
  readonly id: string;
  readonly with: string;
  readonly kind: MessageKind;
  readonly text: string;
  readonly key: string | null;
  readonly sentAt: Date;
  readonly deletedAt: Date;
  readonly keptUntil: Date;
}

/** A page of own deleted messages that are retained for reports. */
export async function findDeletedMessages(db: Db, me: string, after: string | undefined) {
  const { rows } = await sql<DeletedMessageRow>`
    select messages.id, ${name} as "with", kind, retained_messages.content as text, retained_messages.attachment_key as key,
      created_at as "sentAt", deleted_at as "deletedAt", purge_after as "keptUntil"
    from retained_messages
    join messages on messages.id = message_id
    join relationship_sides as side on side.relationship_id = messages.relationship_id and side.member_id = sender_id
    left join profiles on profiles.member_id = side.other_id
    where sender_id = ${me} and purge_after > now() and (${after ?? null}::uuid is null or messages.id > ${after ?? null}::uuid)
    order by messages.id limit ${PAGE}`.execute(db);
  return rows;
}

export async function findCheckouts(db: Db, me: string) {
  const { rows } = await sql`
    select checkouts.kind, package_id as package, crushes, checkouts.amount_cents as "amountCents", state,
      checkouts.created_at as "begunAt", granted_at as "paidAt", refunded_cents as "paidBackInCents",
      buyer_returned_at as "returnedAt", notified_at as "toldAt", buyer_country as country,
      withdrawn_at as "withdrawnAt", credits as "withdrawnCredits", days_used as "daysUsedBefore",
      withdrawals.amount_cents as "withdrawnCents", refund_state as "withdrawalRefund", refunded_at as "withdrawalRefundedAt",
      stated_on::text as "withdrawalStatedOn"
    from checkouts join wallets on wallets.id = wallet_id left join withdrawals on checkout_id = checkouts.id
    where wallets.member_id = ${me} order by checkouts.created_at`.execute(db);
  return rows;
}

export async function findSubscriptions(db: Db, me: string) {
  const { rows } = await sql`
    select status, is_active as "isActive", period_end as "periodEnd", cancel_at_period_end as ends,
      stopped_by_suspension as "isStopped", unpaid_since as "unpaidSince", grace_since as "graceSince",
      is_terminated as "isOver", withdrawn_at as "withdrawnAt"
    from subscriptions where member_id = ${me} order by period_end`.execute(db);
  return rows;
}

/** A member's disputed payments. */
export async function findDisputes(db: Db, me: string) {
  const { rows } = await sql`
    select kind, state, opened_at as "openedAt", closed_at as "closedAt" from disputes where member_id = ${me}
    order by opened_at`.execute(db);
  return rows;
}

export async function findContactMessages(db: Db, me: string) {
  const { rows } = await sql`
    select name, email, subject, message, created_at as "sentAt", resolved_at as "resolvedAt" from contact_messages
    where member_id = ${me} order by created_at`.execute(db);
  return rows;
}

export async function findReports(db: Db, me: string) {
  const { rows } = await sql`
    select coalesce(profiles.username, ${DELETED_MEMBER}) as about, code as number, reason, details,
      created_at as "at"
    from reports left join profiles on profiles.member_id = reported_id
    where reporter_id = ${me} order by created_at`.execute(db);
  return rows;
}

/** Trusted contacts, addresses that said no, and shared dates. */
export async function findTrustedContacts(db: Db, me: string) {
  const [contacts, refusals, shares] = await Promise.all([
    sql`select name, known_as as "knownAs", email, state, asked_at as "askedAt", confirmed_at as "confirmedAt"
      from trusted_contacts where member_id = ${me} order by asked_at`.execute(db),
    sql`select refused_at as at from refused_contacts where member_id = ${me} order by refused_at`.execute(db),
    sql`select contact.name as "with", check_back as "checkBack", created_at as "sharedAt", withdrawn_at as "withdrawnAt",
        starts_at as "startsAt", ends_at as "endsAt", summary, ask_at as "askAt", share.asked_at as "askedAt",
        tell_at as "tellAt", delays, answer, answered_at as "answeredAt", told_at as "toldAt"
      from date_shares as share join trusted_contacts as contact on contact.id = contact_id
      where share.member_id = ${me} order by created_at`.execute(db),
  ]);
  return { contacts: contacts.rows, refusals: refusals.rows, shares: shares.rows };
}
