import type { OwnReport } from "#contract/moderation/reports.ts";
import type { NeutralOutcome, Resolution } from "#server/platform/db/schema/admin.ts";

export type ReportOutcome = NonNullable<OwnReport["outcome"]>;

/** What the reporter is told. */
export function outcomeOf(decided: {
  readonly resolution: Resolution;
  readonly neutral_outcome: NeutralOutcome | null;
}): ReportOutcome {
  if (decided.neutral_outcome !== null) return decided.neutral_outcome;
  if (decided.resolution === "none") return "not_upheld";
  return decided.resolution === "noted" ? "noted" : "upheld";
}
