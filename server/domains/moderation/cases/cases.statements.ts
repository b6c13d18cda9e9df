import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";
import type { CaseEventKind, CaseItemKind } from "#server/platform/db/schema/cases.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

export interface NewCaseEvent {
  readonly caseId: string;
  readonly kind: CaseEventKind;
  /** Null for what happened without an operator. */
  readonly actor: string | null;
  readonly note?: string;
  readonly details?: Readonly<Record<string, string | number | null>>;
}

export async function insertCaseEvent(tx: Tx, { caseId, kind, actor, note = "", details = {} }: NewCaseEvent) {
  await tx
    .insertInto("case_events")
    .values({ id: newTimeOrderedId(), case_id: caseId, kind, actor, note, details: JSON.stringify(details) })
    .execute();
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

/** Deletes the items of deleted contact messages, and cases that have no item left. */
export async function deleteContactItems(tx: Tx, messageIds: readonly string[]): Promise<void> {
  const ids = [...messageIds];
  const { rows } = await sql<{ case_id: string }>`
    delete from case_items where kind = 'contact_message' and source_id = any(${ids}::text[]) returning case_id`.execute(
    tx,
  );
  const caseIds = rows.map(({ case_id }) => case_id);
  await sql`
    delete from cases where id = any(${caseIds}::uuid[])
      and not exists (select from case_items where case_id = cases.id)`.execute(tx);
}

/** Deletes the cases and notes about members `days` after their accounts were deleted. */
export async function deleteOldCases(tx: Tx, days: number): Promise<void> {
  const old = sql`select id from members where deleted_at < now() - make_interval(days => ${days})`;
  await sql`delete from cases where member_id in (${old})`.execute(tx);
  await sql`delete from member_notes where member_id in (${old})`.execute(tx);
}
