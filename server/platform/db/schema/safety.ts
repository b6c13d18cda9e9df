import type { Generated } from "kysely";
import type { NeutralOutcome, Resolution } from "#server/platform/db/schema/admin.ts";

export interface ReportsTable {
  id: string;
  /** The number that the reporter gets, such as R-7K2M9Q. */
  code: string;
  reporter_id: string;
  reported_id: string;
  reason: string;
  details: string;
  message_id: string | null;
  /** JSON: the profile and the conversation at the time of the report. */
  evidence: string;
  created_at: Generated<Date>;
  resolved_at: Date | null;
  resolution: Resolution | null;
  /** Why a report without a restriction is neither right nor wrong; null for others. */
  neutral_outcome: NeutralOutcome | null;
  outcome_emailed_at: Date | null;
}

export interface ReportImagesTable {
  key: string;
  report_id: string;
  caption: string;
}
