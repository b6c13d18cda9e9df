import type { CaseNotice, CaseReport, Hold } from "#contract/moderation/cases.ts";

export const buildReport = (reason: string, more: Partial<CaseReport> = {}) =>
  ({ _id: reason, reason, isOpen: true, objection: null, ...more }) as CaseReport;

export const buildNotice = (kind: CaseNotice["kind"], more: Partial<CaseNotice> = {}) =>
  ({ _id: kind, kind, isOpen: true, objection: null, ...more }) as CaseNotice;

export const buildHold = (reason: Hold["reason"]): Hold => ({ reason, list: null, distance: null, explicit: null });

/** About a member. */
export const buildCase = (reports: CaseReport[], notices: CaseNotice[] = []) => ({
  kind: "member" as const,
  hold: null,
  reports,
  notices,
  appeals: [],
  signals: [],
});
