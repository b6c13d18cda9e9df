import type { Urgency } from "#contract/moderation/alert-kinds.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import type { ReportOutcome } from "#server/domains/moderation/reports/reports.policy.ts";
import type { NoticeOutcome } from "#server/platform/db/schema/notices.ts";

/** The weight is relative to the reports of members. */
export const NOTICE_URGENCY: Readonly<Record<NoticeKind, { readonly urgency: Urgency; readonly weight: number }>> = {
  minor: { urgency: "under_18", weight: 3 },
  intimate: { urgency: "intimate_picture", weight: 3 },
  illegal: { urgency: "other", weight: 2 },
};

export const noticeDueAt = (kind: NoticeKind, at: Date): Date => dueAt(at, NOTICE_URGENCY[kind].urgency);

/** What its sender is told, as of a report. */
export const TOLD_OUTCOMES: Readonly<Record<NoticeOutcome, ReportOutcome>> = {
  acted_on: "upheld",
  noted: "noted",
  unfounded: "not_upheld",
  unexamined: "unexamined",
};
