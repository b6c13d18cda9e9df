import { type EmailCategory, unsubscribeEmails as end } from "#contract/notifications.ts";
import { call } from "#web/lib/api.ts";

/** Nobody waits longer than this, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Ends mails by the link that stands in one of them.
 * @param all ends all that are not about one's account, instead of those of the link's kind
 * @returns of which kind the link is
 * @throws ApiError `token_invalid`
 */
export const unsubscribeByToken = async (token: string, all = false): Promise<EmailCategory> =>
  (await call(end, { params: { token }, body: all ? { all } : {} }, AbortSignal.timeout(TIMEOUT_MS))).kind;
