import type { Generated } from "kysely";
import type { NeutralOutcome, Resolution } from "#server/db/schema/admin.ts";

export interface ReportsTable {
  id: string;
  /** The number that the reporter gets, such as R-7K2M9Q. */
  code: string;
  reporter_id: string;
  reported_id: string;
  reason: string;
  details: string;
  /** The reported message, if any. */
  message_id: string | null;
  /** JSON: the profile and the conversation at the time of the report. */
  evidence: string;
  created_at: Generated<Date>;
  /** When and how an operator resolved the report. */
  resolved_at: Date | null;
  resolution: Resolution | null;
  /** Why a report without a restriction is neither right nor wrong; null for others. */
  neutral_outcome: NeutralOutcome | null;
  /** When the reporter's email about the outcome was enqueued. */
  outcome_emailed_at: Date | null;
}

export interface ReportImagesTable {
  /** The file name of the copy. */
  key: string;
  report_id: string;
  /** A description of the original, for operators. */
  caption: string;
}
