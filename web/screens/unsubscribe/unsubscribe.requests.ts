import type { CauseName } from "#contract/notifications/notification-causes.ts";
import { call } from "#web/lib/api.ts";

const TIMEOUT_MS = 30_000;

/**
 * Unsubscribes by the token of a link in an email.
 * @param all unsubscribes from all emails except those about the account, instead of the link's cause
 * @returns the cause of the link
 * @throws ApiError `token_invalid`
 */
export const unsubscribeByToken = async (token: string, all = false): Promise<CauseName> =>
  (
    await call(
      "POST /api/notifications/unsubscribe/:token",
      { params: { token }, body: all ? { all } : {} },
      AbortSignal.timeout(TIMEOUT_MS),
    )
  ).cause;
