import type { CaseItemKind } from "#server/db/schema/cases.ts";

const HOUR_MS = 3_600_000;

/** How soon a case has to be decided, by the most urgent of its items. */
export type Urgency = "danger" | "under_18" | "intimate_picture" | "other";

const HOURS: Readonly<Record<Urgency, number>> = { danger: 1, under_18: 4, intimate_picture: 48, other: 24 };

/** When an item that comes in now is due. */
export const dueAt = (now: Date, urgency: Urgency): Date => new Date(now.getTime() + HOURS[urgency] * HOUR_MS);

/** @param reason one of `REPORT_REASONS` */
export const urgencyOf = (reason: string): Urgency => {
  if (reason === "Someone is in danger") return "danger";
  return reason === "Seems to be under 18" ? "under_18" : "other";
};

/** How many items a case counts. All notices from outside are one, because anyone can send them. */
export const countItems = (items: readonly { readonly kind: CaseItemKind }[]): number => {
  const others = items.filter(({ kind }) => kind !== "notice").length;
  return others === items.length ? others : others + 1;
};

/** How long nobody else can work on a case after it was claimed. */
export const CLAIM_MINUTES = 20;

/**
 * How much the report of a member weighs: 1 without a record, towards 2 for one whose reports were right so far, and
 * towards 0 for one whose reports were not.
 */
export const reporterWeight = ({ upheld, dismissed }: { upheld: number; dismissed: number }): number =>
  (2 * (upheld + 1)) / (upheld + dismissed + 2);
