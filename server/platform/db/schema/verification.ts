import type { Generated } from "kysely";
import type { Pose, Refusal } from "#contract/moderation/selfies.ts";

export type VerificationRequestState = "started" | "submitted" | "approved" | "refused";

export interface VerificationRequestsTable {
  id: string;
  member_id: string;
  pose: Pose;
  state: Generated<VerificationRequestState>;
  /** The file name of the selfie, from its arrival until it is decided on. */
  image_key: string | null;
  /** Whether the selfie comes from a live camera, as the app says. */
  is_live: boolean | null;
  refusal: Refusal | null;
  created_at: Generated<Date>;
  submitted_at: Date | null;
  decided_at: Date | null;
}
