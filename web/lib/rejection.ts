import type { ErrorCode } from "#contract/errors.ts";
import { ApiError } from "#web/lib/api.ts";

/** Status codes that do not concern what was sent: log in again, or retry later. */
const RETRYABLE_STATUSES: readonly number[] = [401, 408, 429];

/**
 * Any other error may be temporary, including a captive portal's page.
 * @param finalCodes rejections with the status of a temporary one
 */
export const isRejection = (error: unknown, finalCodes: readonly ErrorCode[]): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  (!RETRYABLE_STATUSES.includes(error.status) || finalCodes.some((code) => code === error.code));
