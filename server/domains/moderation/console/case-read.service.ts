import type { Hold } from "#contract/moderation/cases.ts";
import type { Context } from "#server/context.ts";
import { findLinkedAccounts } from "#server/domains/accounts/identities/identities.queries.ts";
import { findMembership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { findJoined, findPage, findStatus, findSuspension } from "#server/domains/members/members.queries.ts";
import { isForColleague } from "#server/domains/moderation/appeals/colleagues.service.ts";
import { actorOf } from "#server/domains/moderation/audit/audit.service.ts";
import {
  type AnswerableItems,
  type CaseItem,
  findCase,
  findItemsOf,
  findItemsToAnswer,
} from "#server/domains/moderation/cases/cases.queries.ts";
import { lookAtCase } from "#server/domains/moderation/cases/cases.service.ts";
import {
  findActs,
  findAppeal,
  findDecisions,
  findShownDecision,
  type StoredAct,
} from "#server/domains/moderation/decisions/decisions.queries.ts";
import {
  findCheck,
  findDistance,
  findReviewedCheck,
  holdReasonOf,
} from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { findNoticesOf } from "#server/domains/moderation/notices/notices.queries.ts";
import { readOpenObjection } from "#server/domains/moderation/objections/objections.service.ts";
import { findReport, findReporterRecord } from "#server/domains/moderation/reports/reports.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { lookAtVerification } from "#server/domains/moderation/verification/verification-decisions.service.ts";
import { findContactThread } from "#server/domains/site/contact.queries.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

const readAll = async <Of, Row>(all: readonly Of[], readOne: (one: Of) => Promise<Row[]>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const one of all) rows.push(...(await readOne(one)));
  return rows;
};

interface Reading {
  readonly ctx: Context;
  readonly tx: Tx;
  readonly me: StaffCaller;
}

const readObjection = ({ ctx, tx, me }: Reading, id: string) => readOpenObjection(ctx, tx, actorOf(me), id);

async function readReport(reading: Reading, { sourceId: id, dueAt }: CaseItem) {
  const report = await findReport(reading.tx, id);
  if (!report) return [];
  const reporterRecord = await findReporterRecord(reading.tx, report.reporter_id);
  return [{ ...report, dueAt, reporterRecord, objection: await readObjection(reading, id) }];
}

async function readNotices(reading: Reading, items: readonly CaseItem[]) {
  const found = await findNoticesOf(
    reading.tx,
    items.map(({ sourceId }) => sourceId),
  );
  const byId = new Map(found.map((notice) => [notice.id, notice]));
  return readAll(items, async (item) => {
    const notice = byId.get(item.sourceId);
    return notice ? [{ notice, item, objection: await readObjection(reading, notice.id) }] : [];
  });
}

/** Reports and notices of a case, and how many there are beside; see `findItemsToAnswer`. */
async function readAnswered(reading: Reading, part: Omit<AnswerableItems, "wanted">) {
  const reports = await findItemsToAnswer(reading.tx, { ...part, wanted: "report" });
  const notices = await findItemsToAnswer(reading.tx, { ...part, wanted: "notice" });
  return {
    reports: await readAll(reports.rows, (item) => readReport(reading, item)),
    moreReports: reports.more,
    notices: await readNotices(reading, notices.rows),
    moreNotices: notices.more,
  };
}

const NOTHING_ANSWERED = { reports: [], moreReports: 0, notices: [], moreNotices: 0 };

/** The ids of the open items of a kind. */
const findOpenIds = async (tx: Tx, caseId: string, kind: CaseItem["kind"]): Promise<string[]> =>
  (await findItemsOf(tx, caseId, kind)).rows.flatMap(({ doneAt, sourceId }) => (doneAt === null ? [sourceId] : []));

async function readHold(db: Db, check: Awaited<ReturnType<typeof findCheck>>, imageKey: string): Promise<Hold | null> {
  // A picture that was shown again is held for nothing.
  if (!check || (check.state === "clear" && check.match === null)) return null;
  const { match, scores } = check;
  const likelier = scores && scores.hentai > scores.porn ? "hentai" : "porn";
  return {
    reason: holdReasonOf(check),
    list: match,
    distance: match === null ? null : await findDistance(db, imageKey, match),
    explicit: scores && { class: likelier, probability: scores[likelier] },
  };
}

/** What an appealed decision has removed. */
const removedKeys = (acts: readonly StoredAct[]): string[] =>
  acts.flatMap(({ choice, result }) => {
    if (choice.act === "remove_photo") return (result["photo"] as { key: string }).key;
    return choice.act === "remove_picture" ? (result["key"] as string) : [];
  });

/** An open appeal, with the decision and with what it answered. */
async function readAppeal(reading: Reading, id: string) {
  const { ctx, tx, me } = reading;
  const appeal = await findAppeal(tx, id);
  const decision = appeal && appeal.outcome === null ? await findShownDecision(tx, appeal.decision_id) : undefined;
  if (!appeal || !decision) return [];
  const acts = await findActs(tx, decision.id);
  const { id: decisionId, case_id: caseId } = decision;
  const imageKey = caseId === null ? null : ((await findCase(tx, caseId))?.image_key ?? null);
  return [
    {
      ...appeal,
      decision: { ...decision, acts },
      isForAnother: await isForColleague(ctx, tx, actorOf(me), decision),
      ...(caseId === null ? NOTHING_ANSWERED : await readAnswered(reading, { caseId, decisionId, except: [] })),
      hold: imageKey === null ? null : await readHold(tx, await findCheck(tx, imageKey), imageKey),
      removed: removedKeys(acts),
    },
  ];
}

/** Of a thread: this many messages, and this many answers. */
const ENTRIES_SHOWN = 100;

/** Not decided since the case was read. Each access is recorded. */
async function readSelfie(tx: Tx, me: StaffCaller, id: string) {
  const { selfieKey, submittedAt, ...selfie } = await lookAtVerification(tx, me, id);
  return selfieKey === null || submittedAt === null ? [] : [{ ...selfie, selfieKey, submittedAt }];
}

/** Of a case without a member. */
const NOBODY = {
  username: null,
  status: null,
  joinedAt: null,
  photos: [],
  suspension: null,
  restrictions: [],
  membership: undefined,
  linked: { rows: [], isMore: false },
};

async function readMember(tx: Tx, id: string) {
  const page = await findPage(tx, id);
  return {
    /** Null once the account is deleted. */
    username: page?.username ?? null,
    status: (await findStatus(tx, id)) ?? "deleted",
    joinedAt: (await findJoined(tx, id))?.joined_at ?? null,
    photos: (page?.photos ?? []).map(({ id: photoId, key }) => ({ id: photoId, key })),
    suspension: (await findSuspension(tx, id)) ?? null,
    restrictions: await findRestrictions(tx, id),
    membership: await findMembership(tx, id),
    linked: await findLinkedAccounts(tx, id),
  };
}

/**
 * The access is recorded in the case's history and in the audit log, with the reader's reason. The presenter leaves out
 * parts that are not for the reader's role.
 * @throws AppError not_found
 */
export const readCase = (ctx: Context, me: StaffCaller, caseId: string) =>
  ctx.transact(async (tx) => {
    const seen = await lookAtCase(tx, caseId, me);
    const { member_id: memberId, image_key: imageKey, contact_thread_id: threadId } = seen.case;
    const reading = { ctx, tx, me };
    const appeals = await readAll(await findOpenIds(tx, caseId, "appeal"), (id) => readAppeal(reading, id));
    // What is asked about again is decided with the case, whatever becomes of the appeal.
    const shownThere = appeals.flatMap(({ reports, notices }) => [
      ...reports.flatMap(({ id, objection }) => (objection ? [] : id)),
      ...notices.flatMap(({ notice, objection }) => (objection ? [] : notice.id)),
    ]);
    const check = imageKey === null ? undefined : await findReviewedCheck(tx, imageKey);
    const signals = await findItemsOf(tx, caseId, "fraud");
    return {
      ...seen,
      ...(await readAnswered(reading, { caseId, except: shownThere })),
      signals: signals.rows,
      moreSignals: signals.more,
      appeals,
      member: memberId === null ? NOBODY : await readMember(tx, memberId),
      hold: imageKey === null ? null : await readHold(tx, check, imageKey),
      selfies: await readAll(await findOpenIds(tx, caseId, "verification"), (id) => readSelfie(tx, me, id)),
      decisions: memberId === null ? [] : await findDecisions(tx, memberId),
      contact: threadId === null ? undefined : await findContactThread(tx, threadId, ENTRIES_SHOWN),
    };
  });

export type ReadCase = Awaited<ReturnType<typeof readCase>>;
