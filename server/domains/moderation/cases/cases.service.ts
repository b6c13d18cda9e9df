import { validate } from "uuid";
import { hasVisibleText } from "#contract/form-fields.ts";
import { isAtOnce, type Urgency } from "#contract/moderation/alert-kinds.ts";
import { kindsOf } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import {
  actorOf,
  type OperatorAction,
  recordAction,
  recordListAccess,
} from "#server/domains/moderation/audit/audit.service.ts";
import {
  type CaseItem,
  type CaseRow,
  findCase,
  findCaseOfItem,
  findCasesAbout,
  findEvents,
  findIsAboutSelfies,
  findMemberNotes,
  findOpenItems,
  findQueue,
  hasOpenItem,
  type QueueOptions,
} from "#server/domains/moderation/cases/cases.queries.ts";
import {
  type CaseSubject,
  countClaims,
  insertCase,
  insertItem,
  insertMemberNote,
  lockCase,
  lockOpenCase,
  lockSubject,
  moveItems,
  updateClaim,
  updateClosed,
  updateItemsDone,
  updateItemsOpen,
  updateLeftOpen,
  updateReopened,
} from "#server/domains/moderation/cases/cases.repo.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import { type Actor, assertWorksOn } from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";
import { cutPage } from "#server/platform/lib/page.ts";

export interface Attachment {
  readonly kind: CaseItemKind;
  /** The id of the report, the appeal or another source. */
  readonly sourceId: string;
  readonly subject: CaseSubject;
  /** 1 for an ordinary report. */
  readonly weight: number;
  readonly dueAt: Date;
  /** `other` if left out. What cannot wait also sends the job `alert-staff`, which alerts within seconds. */
  readonly urgency?: Urgency | undefined;
  /** A person of the staff attaches it, so the others need not know at once. */
  readonly isKnown?: boolean | undefined;
}

/**
 * Adds an item to the open case of its subject, and opens one if there is none. Repeating it is harmless.
 * @returns the id of the case
 */
export async function attachToCase(tx: Tx, attachment: Attachment): Promise<string> {
  const { kind, sourceId, subject, weight, dueAt, urgency = "other", isKnown = false } = attachment;
  // Serializes openings, so that there is one open case, and repetitions, so that an item is added once.
  await lockSubject(tx, subject);
  const earlier = await findCaseOfItem(tx, kind, sourceId);
  if (earlier) return earlier.id;
  const open = await lockOpenCase(tx, subject);
  const caseId = open ?? (await insertCase(tx, subject, dueAt));
  if (!open) await insertCaseEvent(tx, { caseId, kind: "opened", actor: null });
  // A flood of notices must not bury the history.
  const isRecorded = kind !== "notice" || !(await hasOpenItem(tx, caseId, kind));
  const isNews = isAtOnce(urgency) && !isKnown;
  await insertItem(tx, { kind, sourceId, caseId, weight, dueAt, urgency, isNews });
  if (isRecorded)
    await insertCaseEvent(tx, { caseId, kind: "attached", actor: null, details: { item: kind, source: sourceId } });
  return caseId;
}

/** @throws AppError not_found */
export async function getCase(db: Db, id: string): Promise<CaseRow> {
  const found = validate(id) ? await findCase(db, id) : undefined;
  if (!found) throw new AppError("not_found", `Case ${id} was not found.`);
  return found;
}

/** People who work on pictures also work on cases about selfies only, which hold no conversation. */
export async function mayWorkOn(db: Db, actor: Actor, { id, kind }: Pick<CaseRow, "id" | "kind">): Promise<boolean> {
  if (actor.kind !== "staff" || kindsOf(actor.role).includes(kind)) return true;
  return kindsOf(actor.role).includes("picture") && (await findIsAboutSelfies(db, id));
}

/**
 * A case that an actor may work on.
 * @throws AppError not_found, staff_forbidden
 */
export async function getPermittedCase(db: Db, actor: Actor, id: string): Promise<CaseRow> {
  const row = await getCase(db, id);
  if (!(await mayWorkOn(db, actor, row))) throw new AppError("staff_forbidden");
  return row;
}

/** Undefined if nobody works on the case now, or their claim has expired. */
export const claimantOf = (row: Pick<CaseRow, "claimed_by" | "claimed_until">, now: Date): string | undefined =>
  row.claimed_by !== null && row.claimed_until !== null && row.claimed_until > now ? row.claimed_by : undefined;

/** @throws AppError not_found */
async function lockExistingCase(tx: Tx, id: string): Promise<CaseRow> {
  const row = validate(id) ? await lockCase(tx, id) : undefined;
  if (!row) throw new AppError("not_found", `Case ${id} was not found.`);
  return row;
}

/**
 * Locks an open case for a change by an operator who has seen the given version of it. Items that were attached since are
 * no obstacle: anybody can send them.
 * @throws AppError not_found, case_closed, case_claimed; case_changed if it was decided or reopened since
 */
export async function lockCaseAt(ctx: Context, tx: Tx, id: string, by: OperatorAction, version: number) {
  const row = await lockExistingCase(tx, id);
  if (version < row.decided_version || version > row.version) throw new AppError("case_changed");
  if (row.state === "closed") throw new AppError("case_closed");
  const claimant = claimantOf(row, ctx.now());
  if (claimant !== undefined && claimant !== actorOf(by)) throw new AppError("case_claimed");
  return row;
}

/** Cases that an operator can work on at once: more would only keep colleagues from them. */
const CLAIMS_MAX = 10;

/**
 * Claims a case for 20 minutes. The claimant repeats it to extend the claim; another operator can take over when it has
 * expired.
 * @param version as the actor has seen it
 * @throws AppError not_found, staff_forbidden, case_closed, case_claimed, case_changed, claim_limit
 */
export const claimCase = (ctx: Context, actor: Actor, caseId: string, version: number): Promise<CaseRow> =>
  ctx.transact(async (tx) => {
    await getPermittedCase(tx, actor, caseId);
    const row = await lockCaseAt(ctx, tx, caseId, actor, version);
    const claimant = actorOf(actor);
    await lockName(tx, `claims ${claimant}`);
    const isExtended = claimantOf(row, ctx.now()) === claimant;
    if (!isExtended && (await countClaims(tx, claimant)) >= CLAIMS_MAX) throw new AppError("claim_limit");
    await insertCaseEvent(tx, { caseId, kind: "claimed", actor: claimant });
    await recordAction(tx, actor, { action: "claim case", target: caseId });
    return updateClaim(tx, caseId, claimant);
  });

/**
 * Ends the actor's claim. Nothing changes without a claim in force, so repeating it is harmless.
 * @param until the end of the claim that is meant: one that was made or extended since stays
 * @returns the case afterwards
 * @throws AppError not_found, staff_forbidden; case_claimed if the claim is somebody else's
 */
export const releaseCase = (ctx: Context, actor: Actor, caseId: string, until: Date): Promise<CaseRow> =>
  ctx.transact(async (tx) => {
    await getPermittedCase(tx, actor, caseId);
    const row = await lockExistingCase(tx, caseId);
    const claimant = claimantOf(row, ctx.now());
    if (claimant === undefined) return row;
    if (claimant !== actorOf(actor)) throw new AppError("case_claimed");
    if (row.claimed_until?.getTime() !== until.getTime()) return row;
    await insertCaseEvent(tx, { caseId, kind: "released", actor: claimant });
    await recordAction(tx, actor, { action: "release case", target: caseId });
    return updateClaim(tx, caseId, null);
  });

const NOTE_MAX = 2000;

/** @throws AppError invalid */
function parseNote(text: string): string {
  const note = text.trim();
  if (!hasVisibleText(note) || note.length > NOTE_MAX)
    throw AppError.field("invalid", "note", `A note has 1 to ${NOTE_MAX} characters.`);
  return note;
}

/**
 * Adds a note to a case, open or closed and whoever has claimed it; or to its member, which every case about them shows.
 * @throws AppError not_found, staff_forbidden, invalid
 */
export const addNote = (
  ctx: Context,
  actor: Actor,
  caseId: string,
  { note: text, about }: { readonly note: string; readonly about: "case" | "member" },
): Promise<void> =>
  ctx.transact(async (tx) => {
    const { member_id: memberId } = await getPermittedCase(tx, actor, caseId);
    // Roles that do not see the notes about members write none.
    if (about === "member") assertWorksOn(actor, "member");
    const note = parseNote(text);
    if (about === "case") {
      await insertCaseEvent(tx, { caseId, kind: "noted", actor: actorOf(actor), note });
      return recordAction(tx, actor, { action: "note case", target: caseId });
    }
    if (memberId === null) throw AppError.field("invalid", "about", "Who wrote this was not logged in.");
    await insertMemberNote(tx, memberId, note, actorOf(actor));
    return recordAction(tx, actor, { action: "note member", target: memberId });
  });

/**
 * Open cases by the time that is left. The access is recorded, again if something has come in.
 * @param accessKey of a list that a page reads again by itself; see `recordListAccess`
 */
export const listCases = (ctx: Context, by: OperatorAction, options: QueueOptions, accessKey?: string) =>
  ctx.transact(async (tx) => {
    const found = await findQueue(tx, { ...options, limit: options.limit + 1 });
    const { rows: cases, nextCursor } = cutPage(found, options.limit, ({ id }) => id);
    const action = "list cases";
    await (accessKey === undefined
      ? recordAction(tx, by, { action, details: { count: cases.length } })
      : recordListAccess(tx, by, { action, ids: cases.map(({ id, version }) => `${id} ${version}`) }, accessKey));
    return { cases, nextCursor };
  });

const NO_NOTES = { rows: [], more: 0 };

/**
 * A case with what is open in it, the latest of its history, of the notes about the member, and of their other cases. The look is recorded.
 * @throws AppError not_found
 */
export async function lookAtCase(tx: Tx, caseId: string, by: OperatorAction) {
  const row = await getCase(tx, caseId);
  await insertCaseEvent(tx, { caseId, kind: "looked", actor: actorOf(by), note: by.reason });
  await recordAction(tx, by, { action: "show case", target: caseId });
  const { rows: events, more: moreEvents } = await findEvents(tx, caseId);
  const notes = row.member_id === null ? NO_NOTES : await findMemberNotes(tx, row.member_id);
  return {
    case: row,
    open: await findOpenItems(tx, caseId),
    events,
    moreEvents,
    memberNotes: notes.rows,
    moreNotes: notes.more,
    otherCases: row.member_id === null ? [] : await findCasesAbout(tx, row.member_id, caseId),
  };
}

/** Closes a locked case if none of its items is open. @returns whether it is closed now */
async function closeIfDone(tx: Tx, caseId: string, actor: string): Promise<boolean> {
  if ((await findOpenItems(tx, caseId)).items > 0) return false;
  await updateClosed(tx, caseId);
  await insertCaseEvent(tx, { caseId, kind: "closed", actor });
  return true;
}

/**
 * Marks items of a locked case as done, and closes it if they were the last ones. Otherwise its claim ends, and the rest
 * waits for the next decision.
 * @returns whether it is closed now
 */
export async function completeItems(
  tx: Tx,
  caseId: string,
  items: readonly Pick<CaseItem, "kind" | "sourceId">[],
  actor: string,
): Promise<boolean> {
  await updateItemsDone(tx, caseId, items);
  const isClosed = await closeIfDone(tx, caseId, actor);
  if (!isClosed) await updateLeftOpen(tx, caseId);
  return isClosed;
}

/** Marks one item as done, and closes the case if it was the last open one. A claim of the case stays. */
export async function completeItem(tx: Tx, item: Pick<CaseItem, "kind" | "sourceId">, actor: string): Promise<void> {
  const found = await findCaseOfItem(tx, item.kind, item.sourceId);
  const row = found && (await lockCase(tx, found.id));
  if (!row) return;
  await updateItemsDone(tx, row.id, [item]);
  if (row.state === "open") await closeIfDone(tx, row.id, actor);
}

function subjectOf({ kind, member_id, image_key, contact_thread_id }: CaseRow): CaseSubject {
  if (kind === "contact") return { kind, memberId: member_id, threadId: contact_thread_id ?? "" };
  const memberId = member_id ?? "";
  return kind === "picture" ? { kind, memberId, imageKey: image_key ?? "" } : { kind, memberId };
}

/** Locks the open case of the subject of a case. @returns its id; undefined if none is open */
export const lockOpenCaseLike = async (tx: Tx, caseId: string): Promise<string | undefined> =>
  lockOpenCase(tx, subjectOf(await getCase(tx, caseId)));

/**
 * Opens some items of a case again, due as before, and the case if it is closed. If the subject has another open case,
 * they join that one.
 * @returns the case that they are open in; undefined without any
 */
export async function reopenCase(
  tx: Tx,
  row: CaseRow,
  items: readonly Pick<CaseItem, "kind" | "sourceId">[],
  actor: string,
): Promise<string | undefined> {
  if (items.length === 0) return undefined;
  const subject = subjectOf(row);
  await lockSubject(tx, subject);
  const open = await lockOpenCase(tx, subject);
  const caseId = open ?? row.id;
  if (!(await lockCase(tx, row.id))) return undefined;
  if (caseId === row.id) await updateReopened(tx, caseId);
  else await moveItems(tx, row.id, items, caseId);
  await updateItemsOpen(tx, caseId, items);
  await insertCaseEvent(tx, { caseId, kind: "reopened", actor });
  return caseId;
}
