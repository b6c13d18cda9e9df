import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { dueAt, type Urgency } from "#server/domains/moderation/cases/cases.policy.ts";
import type { NoticeOutcome } from "#server/platform/db/schema/notices.ts";

/** The weight is relative to the reports of members. */
const URGENCY: Readonly<Record<NoticeKind, { readonly urgency: Urgency; readonly weight: number }>> = {
  minor: { urgency: "under_18", weight: 3 },
  intimate: { urgency: "intimate_picture", weight: 3 },
  illegal: { urgency: "other", weight: 2 },
};

export const noticeDueAt = (kind: NoticeKind, at: Date): Date => dueAt(at, URGENCY[kind].urgency);

export const noticeWeight = (kind: NoticeKind): number => URGENCY[kind].weight;

/** Its sender can object. */
export const isUnfounded = (outcome: NoticeOutcome): boolean => outcome === "unfounded" || outcome === "unexamined";
