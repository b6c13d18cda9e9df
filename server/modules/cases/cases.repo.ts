import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import type { CaseEventKind, CaseItemKind } from "#server/db/schema/cases.ts";
import { newId, newTimeOrderedId } from "#server/lib/ids.ts";
import { CLAIM_MINUTES } from "#server/modules/cases/cases.policy.ts";
import type { CaseRow } from "#server/modules/cases/cases.queries.ts";

/** The member or the picture that a case is about. */
export type CaseSubject =
  | { readonly kind: "member"; readonly memberId: string }
  /** @param memberId the owner of the picture */
  | { readonly kind: "picture"; readonly memberId: string; readonly imageKey: string };

/** Locks the open case of a subject. @returns its id; undefined if none is open */
export const lockOpenCase = async (tx: Tx, subject: CaseSubject): Promise<string | undefined> =>
  (
    await tx
      .selectFrom("cases")
      .select("id")
      .where("state", "=", "open")
      .where("kind", "=", subject.kind)
      .$if(subject.kind === "member", (query) => query.where("member_id", "=", subject.memberId))
      .$if(subject.kind === "picture", (query) =>
        query.where("image_key", "=", subject.kind === "picture" ? subject.imageKey : ""),
      )
      .forUpdate()
      .executeTakeFirst()
  )?.id;

export const lockCase = (tx: Tx, id: string): Promise<CaseRow | undefined> =>
  tx.selectFrom("cases").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertCase(tx: Tx, subject: CaseSubject, dueAt: Date): Promise<string> {
  const id = newId();
  const image_key = subject.kind === "picture" ? subject.imageKey : null;
  await tx
    .insertInto("cases")
    .values({ id, kind: subject.kind, member_id: subject.memberId, image_key, due_at: dueAt })
    .execute();
  return id;
}

export interface NewCaseItem {
  readonly kind: CaseItemKind;
  readonly sourceId: string;
  readonly caseId: string;
  readonly weight: number;
  readonly dueAt: Date;
}

/** Adds an item to a locked case: its score grows, and it is due no later than the item. */
export async function insertItem(tx: Tx, { kind, sourceId, caseId, weight, dueAt }: NewCaseItem): Promise<void> {
  await tx
    .insertInto("case_items")
    .values({ kind, source_id: sourceId, case_id: caseId, weight, due_at: dueAt })
    .execute();
  await sql`
    update cases set score = score + ${weight}, due_at = least(due_at, ${dueAt}::timestamptz), version = version + 1
    where id = ${caseId}`.execute(tx);
}

export interface NewCaseEvent {
  readonly caseId: string;
  readonly kind: CaseEventKind;
  /** Null for what happened without an operator. */
  readonly actor: string | null;
  readonly note?: string;
  readonly details?: Readonly<Record<string, string | number | null>>;
}

export async function insertEvent(tx: Tx, { caseId, kind, actor, note = "", details = {} }: NewCaseEvent) {
  await tx
    .insertInto("case_events")
    .values({ id: newTimeOrderedId(), case_id: caseId, kind, actor, note, details: JSON.stringify(details) })
    .execute();
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

/** Closes a locked case and ends its claim. */
export async function updateClosed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ state: "closed", closed_at: sql<Date>`now()`, version: sql`version + 1` })
    .set({ claimed_by: null, claimed_until: null })
    .where("id", "=", id)
    .execute();
}

/** Opens a closed case again, due at a time. The caller has checked that the subject has no other open case. */
export async function updateReopened(tx: Tx, id: string, dueAt: Date): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ state: "open", closed_at: null, due_at: dueAt, version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
}

/** Marks the open items of a case as done. @param kinds all kinds if left out @returns the ones that were open */
export async function updateItemsDone(tx: Tx, caseId: string, only?: { kind: CaseItemKind; sourceId: string }) {
  return tx
    .updateTable("case_items")
    .set({ done_at: sql<Date>`now()` })
    .where("case_id", "=", caseId)
    .where("done_at", "is", null)
    .$if(only !== undefined, (query) =>
      query.where("kind", "=", only?.kind ?? "report").where("source_id", "=", only?.sourceId ?? ""),
    )
    .returning(["kind", "source_id as sourceId"])
    .execute();
}

/** Opens the items again that were done at the time. */
export async function updateItemsOpen(
  tx: Tx,
  caseId: string,
  items: readonly { readonly kind: CaseItemKind; readonly sourceId: string }[],
): Promise<void> {
  for (const { kind, sourceId } of items)
    await tx
      .updateTable("case_items")
      .set({ done_at: null })
      .where("case_id", "=", caseId)
      .where("kind", "=", kind)
      .where("source_id", "=", sourceId)
      .execute();
}

export async function insertMemberNote(tx: Tx, memberId: string, note: string, actor: string): Promise<void> {
  await tx.insertInto("member_notes").values({ id: newId(), member_id: memberId, note, actor }).execute();
}

/** Deletes items whose source was deleted, and closes open cases that have no item left. */
export async function deleteItems(tx: Tx, kind: CaseItemKind, sourceIds: readonly string[]): Promise<void> {
  if (sourceIds.length === 0) return;
  const deleted = await tx
    .deleteFrom("case_items")
    .where("kind", "=", kind)
    .where("source_id", "in", [...sourceIds])
    .returning("case_id")
    .execute();
  const caseIds = deleted.map(({ case_id }) => case_id);
  await sql`
    update cases set state = 'closed', closed_at = now(), claimed_by = null, claimed_until = null, version = version + 1
    where id = any(${sql.val(caseIds)}::uuid[]) and state = 'open'
      and not exists (select from case_items where case_id = cases.id)`.execute(tx);
}

/** Deletes the cases and notes about members `days` after their accounts were deleted. */
export async function deleteOldCases(tx: Tx, days: number): Promise<void> {
  const old = sql`select id from members where deleted_at < now() - make_interval(days => ${days})`;
  await sql`delete from cases where member_id in (${old})`.execute(tx);
  await sql`delete from member_notes where member_id in (${old})`.execute(tx);
}
