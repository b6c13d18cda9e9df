import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { ApiError, call } from "#web/lib/api.ts";

/** A request must not hang for longer than this: the form is locked while it runs. */
const PATIENCE_MS = 30_000;

/** A decision about the member who has the link, or what became of their report or notice, and their objection to it. */
export type Decision = Omit<ResponseOf<Endpoints["GET /api/appeals/:token"]>, "success">;

/** @throws ApiError */
export const fetchDecision = (token: string, signal: AbortSignal): Promise<Decision> =>
  call("GET /api/appeals/:token", { params: { token } }, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));

/** Rejections after which the page shows something else than the form. */
const DECIDED_CODES: readonly string[] = ["appeal_sent", "appeal_too_late", "not_found"];

/**
 * Sends an objection. Repeating it is harmless: the first one counts.
 * @returns "outdated" if the decision has to be fetched again, as after a response that was lost
 * @throws ApiError
 */
export async function sendObjection(token: string, words: string): Promise<Decision | "outdated"> {
  try {
    const request = { params: { token }, body: { words } };
    return await call("POST /api/appeals/:token", request, AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    if (error instanceof ApiError && DECIDED_CODES.includes(error.code)) return "outdated";
    throw error;
  }
}

/** Cancels the membership of the member who has the link. Repeating it is harmless. @throws ApiError */
export const cancelMembership = (token: string): Promise<Decision> =>
  call("POST /api/appeals/:token/cancel-membership", { params: { token } }, AbortSignal.timeout(PATIENCE_MS));

/** Where the page is: what can be done, or what has become of it. */
export type Phase = "open" | "sent" | "upheld" | "reversed" | "taken-back" | "expired";

export function phaseOf({ statement, appeal, canAppeal }: Decision): Phase {
  if (appeal?.outcome) return appeal.outcome;
  if (statement?.isTakenBack) return "taken-back";
  return appeal ? "sent" : canAppeal ? "open" : "expired";
}
