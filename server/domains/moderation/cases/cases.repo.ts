import { type RawBuilder, sql } from "kysely";
import { URGENCIES, type Urgency } from "#contract/moderation/alert-kinds.ts";
import { CLAIM_MINUTES } from "#server/domains/moderation/cases/cases.policy.ts";
import type { CaseRow } from "#server/domains/moderation/cases/cases.queries.ts";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** The member, the picture or the thread of contact messages that a case is about. */
export type CaseSubject =
  | { readonly kind: "member"; readonly memberId: string }
  /** @param memberId the owner of the picture */
  | { readonly kind: "picture"; readonly memberId: string; readonly imageKey: string }
  | { readonly kind: "contact"; readonly memberId: string | null; readonly threadId: string };

/** The column that tells one subject from others of its kind, with its value. */
function keyOf(subject: CaseSubject) {
  switch (subject.kind) {
    case "member":
      return { column: "member_id", key: subject.memberId } as const;
    case "picture":
      return { column: "image_key", key: subject.imageKey } as const;
    case "contact":
      return { column: "contact_thread_id", key: subject.threadId } as const;
  }
}

/** Serializes what opens cases of a subject, which has one open case at most. */
export const lockSubject = (tx: Tx, subject: CaseSubject): Promise<void> =>
  lockName(tx, `case ${subject.kind} ${keyOf(subject).key}`);

/** Locks the open case of a subject. @returns its id; undefined if none is open */
export async function lockOpenCase(tx: Tx, subject: CaseSubject): Promise<string | undefined> {
  const { column, key } = keyOf(subject);
  const open = await tx
    .selectFrom("cases")
    .select("id")
    .where("state", "=", "open")
    .where("kind", "=", subject.kind)
    .where(column, "=", key)
    .forUpdate()
    .executeTakeFirst();
  return open?.id;
}

export const lockCase = (tx: Tx, id: string): Promise<CaseRow | undefined> =>
  tx.selectFrom("cases").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertCase(tx: Tx, subject: CaseSubject, dueAt: Date): Promise<string> {
  const id = newId();
  const { kind, memberId: member_id } = subject;
  const image_key = kind === "picture" ? subject.imageKey : null;
  const contact_thread_id = kind === "contact" ? subject.threadId : null;
  await tx.insertInto("cases").values({ id, kind, member_id, image_key, contact_thread_id, due_at: dueAt }).execute();
  return id;
}

export interface NewCaseItem {
  readonly kind: CaseItemKind;
  readonly sourceId: string;
  readonly caseId: string;
  readonly weight: number;
  readonly dueAt: Date;
  readonly urgency: Urgency;
  /** Whether staff is alerted at once. */
  readonly isNews: boolean;
}

/** SQL: when half of the time from now on has passed. */
export const halfTime = (dueAt: Date | RawBuilder<Date>): RawBuilder<Date> =>
  sql<Date>`(now() + (${dueAt}::timestamptz - now()) / 2)`;

/**
 * A case is as urgent as its open items are. One without any stays as it is. Notices count once, however many there are:
 * anyone can send them.
 */
async function updateUrgency(tx: Tx, id: string): Promise<void> {
  await sql`
    update cases set due_at = open.due_at, score = open.score, urgency = open.urgency
    from (
      select min(due_at) as due_at,
        (${[...URGENCIES]}::text[])[min(array_position(${[...URGENCIES]}::text[], urgency))] as urgency,
        coalesce(sum(weight) filter (where kind <> 'notice'), 0)
        + coalesce(max(weight) filter (where kind = 'notice'), 0) as score
      from case_items
      where case_id = ${id} and done_at is null having count(*) > 0
    ) as open
    where id = ${id}`.execute(tx);
}

/** Adds an item to a locked case. */
export async function insertItem(tx: Tx, item: NewCaseItem): Promise<void> {
  const { kind, sourceId, caseId, weight, dueAt, urgency, isNews } = item;
  await sql`
    with changed as (update cases set version = version + 1 where id = ${caseId} returning version)
    insert into case_items (kind, source_id, case_id, weight, due_at, urgency, alert_at, version)
    select ${kind}, ${sourceId}, ${caseId}::uuid, ${weight}::real, ${dueAt}::timestamptz, ${urgency},
      ${isNews ? sql`now()` : halfTime(dueAt)}, version
    from changed`.execute(tx);
  await updateUrgency(tx, caseId);
}

/**
 * Claims a locked case, extends a claim, or ends it. The version stays: a decision needs to know of what is in a case, and
 * a claim in force is checked by itself.
 * @returns the case afterwards
 */
export async function updateClaim(tx: Tx, id: string, actor: string | null): Promise<CaseRow> {
  const until = sql<Date>`clock_timestamp() + make_interval(mins => ${sql.lit(CLAIM_MINUTES)})`;
  return tx
    .updateTable("cases")
    .set({ claimed_by: actor, claimed_until: actor === null ? null : until })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The open cases that an operator works on. */
export async function countClaims(tx: Tx, actor: string): Promise<number> {
  const { rows } = await sql<{ claims: number }>`
    select count(*)::int as claims from cases
    where state = 'open' and claimed_by = ${actor} and claimed_until > clock_timestamp()`.execute(tx);
  return rows[0]?.claims ?? 0;
}

const nextVersion = { version: sql<number>`version + 1`, decided_version: sql<number>`version + 1` };

/** Closes a locked case and ends its claim. */
export async function updateClosed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ ...nextVersion, state: "closed", closed_at: sql<Date>`now()`, claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .execute();
}

/** Ends the claim of a locked case that a decision leaves open. */
export async function updateLeftOpen(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ ...nextVersion, claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .execute();
}

/** Opens a locked case again. The caller has checked that the subject has no other open case. */
export async function updateReopened(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ ...nextVersion, state: "open", closed_at: null })
    .where("id", "=", id)
    .execute();
}

type ItemName = { readonly kind: CaseItemKind; readonly sourceId: string };

/** SQL condition on `case_items`: one of some items of a case. */
const isOneOf = (caseId: string, items: readonly ItemName[]) => sql<boolean>`
  case_id = ${caseId} and (kind, source_id) in (
    select * from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ sourceId }) => sourceId)}::text[]))`;

/** Marks open items of a locked case as done. */
export async function updateItemsDone(tx: Tx, caseId: string, items: readonly ItemName[]): Promise<void> {
  await sql`update case_items set done_at = now() where done_at is null and ${isOneOf(caseId, items)}`.execute(tx);
  await updateUrgency(tx, caseId);
}

/** Moves items to another locked case, as if they had just come in. */
export async function moveItems(tx: Tx, caseId: string, items: readonly ItemName[], toCaseId: string): Promise<void> {
  await sql`
    with changed as (update cases set version = version + 1 where id = ${toCaseId} returning id, version)
    update case_items set case_id = changed.id, version = changed.version from changed
    where ${isOneOf(caseId, items)}`.execute(tx);
}

/** Opens items of a locked case again. They are due as before. */
export async function updateItemsOpen(tx: Tx, caseId: string, items: readonly ItemName[]): Promise<void> {
  await sql`
    update case_items set done_at = null, alert_at = ${halfTime(sql<Date>`due_at`)}
    where ${isOneOf(caseId, items)}`.execute(tx);
  await updateUrgency(tx, caseId);
}

export async function insertMemberNote(tx: Tx, memberId: string, note: string, actor: string): Promise<void> {
  await tx.insertInto("member_notes").values({ id: newId(), member_id: memberId, note, actor }).execute();
}
