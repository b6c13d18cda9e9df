import { HOUR_MS } from "#contract/durations.ts";
import type { Urgency } from "#contract/moderation/alert-kinds.ts";
import type { CaseItem } from "#server/domains/moderation/cases/cases.queries.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";

export const HOURS: Readonly<Record<Urgency, number>> = { danger: 1, under_18: 4, intimate_picture: 48, other: 24 };

export const dueAt = (now: Date, urgency: Urgency): Date => new Date(now.getTime() + HOURS[urgency] * HOUR_MS);

/** @param reason one of `REPORT_REASONS` */
export const urgencyOf = (reason: string): Urgency => {
  if (reason === "Someone is in danger") return "danger";
  return reason === "Seems to be under 18" ? "under_18" : "other";
};

/** All notices from outside are one item, because anyone can send them. */
export const countItems = (items: readonly { readonly kind: CaseItemKind }[]): number => {
  const others = items.filter(({ kind }) => kind !== "notice").length;
  return others === items.length ? others : others + 1;
};

/** Minutes during which nobody else can work on a claimed case. */
export const CLAIM_MINUTES = 20;

/**
 * 1 without a record, towards 2 for a reporter whose reports were right so far, and towards 0 for one whose were not.
 */
export const reporterWeight = ({ upheld, dismissed }: { upheld: number; dismissed: number }): number =>
  (2 * (upheld + 1)) / (upheld + dismissed + 2);

/** More reports, or notices, about one member are not shown at once, and not decided. */
export const ANSWERS_SHOWN = 50;

/** Open items first, and of these the one that is due first. */
const byUrgency = (a: CaseItem, b: CaseItem): number =>
  Number(a.doneAt !== null) - Number(b.doneAt !== null) || a.dueAt.getTime() - b.dueAt.getTime();

/**
 * The reports or the notices among the items of a case, each once and in the order in which the case shows them.
 * @param objected ids of those that are looked at again; their objection is the item
 */
export function itemsToAnswer(
  items: readonly CaseItem[],
  wanted: "report" | "notice",
  objected: readonly string[],
): CaseItem[] {
  const again = new Map(items.filter(({ kind }) => kind === "objection").map((item) => [item.sourceId, item]));
  return [
    ...items.filter(({ kind, sourceId }) => kind === wanted && !again.has(sourceId)),
    ...objected.flatMap((id) => again.get(id) ?? []),
  ].toSorted(byUrgency);
}
