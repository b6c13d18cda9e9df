import type { EmailCategory } from "#contract/notifications.ts";
import { call } from "#web/lib/api.ts";

const TIMEOUT_MS = 30_000;

/**
 * Unsubscribes by the token of a link in an email.
 * @param all unsubscribes from all emails except those about the account, instead of the link's category
 * @returns the category of the link
 * @throws ApiError `token_invalid`
 */
export const unsubscribeByToken = async (token: string, all = false): Promise<EmailCategory> =>
  (
    await call(
      "POST /api/notifications/unsubscribe/:token",
      { params: { token }, body: all ? { all } : {} },
      AbortSignal.timeout(TIMEOUT_MS),
    )
  ).kind;
