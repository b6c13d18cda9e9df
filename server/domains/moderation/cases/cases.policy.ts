import { HOUR_MS } from "#contract/durations.ts";
import type { Urgency } from "#contract/moderation/alert-kinds.ts";
import type { CaseItem } from "#server/domains/moderation/cases/cases.queries.ts";

export const HOURS: Readonly<Record<Urgency, number>> = { danger: 1, under_18: 4, intimate_picture: 48, other: 24 };

export const dueAt = (now: Date, urgency: Urgency): Date => new Date(now.getTime() + HOURS[urgency] * HOUR_MS);

/** @param reason one of `REPORT_REASONS` */
export const urgencyOf = (reason: string): Urgency => {
  if (reason === "Someone is in danger") return "danger";
  return reason === "Seems to be under 18" ? "under_18" : "other";
};

/** Minutes during which nobody else can work on a claimed case. */
export const CLAIM_MINUTES = 20;

/**
 * 1 without a record, towards 2 for a reporter whose reports were right so far, and towards 0 for one whose were not.
 */
export const reporterWeight = ({ upheld, dismissed }: { upheld: number; dismissed: number }): number =>
  (2 * (upheld + 1)) / (upheld + dismissed + 2);

/** More items of one kind are not shown at once. Of reports and notices they are not decided. */
export const ITEMS_SHOWN = 50;

const timeOf = (at: Date | null): number => at?.getTime() ?? Number.POSITIVE_INFINITY;

/** Open items first, and of these the one that is due first; then what was done last. */
export const byUrgency = (a: CaseItem, b: CaseItem): number =>
  (a.doneAt?.getTime() === b.doneAt?.getTime() ? 0 : timeOf(b.doneAt) - timeOf(a.doneAt)) ||
  a.dueAt.getTime() - b.dueAt.getTime() ||
  a.attachedAt.getTime() - b.attachedAt.getTime() ||
  (a.sourceId < b.sourceId ? -1 : 1);

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
