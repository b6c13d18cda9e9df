import { ERRORS, type ErrorCode, type SecondFactor } from "#contract/errors.ts";

/** An error whose message members may read. `http/error-handler.ts` turns it into a response. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: Readonly<Record<string, string>> | undefined;
  /** Seconds, for the `Retry-After` header. */
  retryAfter: number | undefined;
  challenge: string | undefined;
  secondFactor: SecondFactor | undefined;

  /**
   * @param message overrides the code's default message
   * @param errors messages by field
   */
  constructor(code: ErrorCode, message: string = ERRORS[code], errors?: Record<string, string>) {
    super(message);
    this.code = code;
    this.errors = errors;
  }

  /** @param seconds until a retry can succeed */
  static wait(seconds: number, message?: string, code: ErrorCode = "rate_limited"): AppError {
    const error = new AppError(code, message);
    error.retryAfter = Math.max(1, Math.ceil(seconds));
    return error;
  }

  /**
   * The wait is random, up to twice as long, so that those who are refused at once do not come again at once.
   * @param seconds until there may be capacity again
   */
  static busy(seconds: number): AppError {
    return AppError.wait(seconds * (1 + Math.random()), undefined, "server_busy");
  }

  /** @param seconds until a retry without a proof can succeed */
  static proofOfWork(challenge: string, seconds: number): AppError {
    const error = new AppError("proof_of_work_required");
    error.challenge = challenge;
    error.retryAfter = Math.max(1, Math.ceil(seconds));
    return error;
  }

  static secondFactor(step: SecondFactor): AppError {
    const error = new AppError("second_factor_required");
    error.secondFactor = step;
    return error;
  }

  static field(code: ErrorCode, field: string, message: string = ERRORS[code]): AppError {
    return new AppError(code, message, { [field]: message });
  }
}

/** For a request whose account was deleted while it was running. */
export const accountEndedError = (): AppError => new AppError("unauthorized");

const STATUS: Record<ErrorCode, number> = {
  malformed: 400,
  invalid: 400,
  cannot_crush_self: 400,
  wrong_password: 400,
  wrong_code: 400,
  login_expired: 400,
  consent_required: 400,
  passkey_rejected: 400,
  token_invalid: 400,
  too_many_photos: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  session_suspended: 401,
  out_of_crushes: 402,
  attachment_out_of_crushes: 402,
  account_suspended: 403,
  second_factor_required: 403,
  reauthentication_required: 403,
  forbidden: 403,
  payments_paused: 403,
  not_matched: 403,
  messaging_restricted: 403,
  blocked: 403,
  not_found: 404,
  profile_not_found: 404,
  member_deleted: 404,
  email_taken: 409,
  totp_active: 409,
  too_many_passkeys: 409,
  no_factor: 409,
  username_taken: 409,
  already_sent: 409,
  already_subscribed: 409,
  not_subscribed: 409,
  checkout_closed: 409,
  date_changed: 409,
  date_started: 409,
  date_agreed: 409,
  outcome_closed: 409,
  outcome_settled: 409,
  week_required: 409,
  too_many_dates: 409,
  too_many_contacts: 409,
  contact_refused: 409,
  email_unconfirmed: 403,
  invitation_rate_limit: 429,
  asked_lately: 429,
  share_rate_limit: 429,
  too_many_changes: 409,
  case_changed: 409,
  case_claimed: 409,
  claim_limit: 409,
  contact_case: 409,
  case_closed: 409,
  appeal_open: 409,
  appeal_decided: 409,
  appeal_own_decision: 403,
  appeal_sent: 409,
  appeal_too_late: 409,
  undo_too_late: 409,
  withdrawal_unavailable: 409,
  withdrawal_changed: 409,
  withdrawal_disputed: 409,
  verification_open: 409,
  verification_decided: 409,
  verification_changed: 409,
  verification_no_photo: 409,
  verification_done: 409,
  verification_in_review: 409,
  verification_expired: 409,
  too_large: 413,
  photo_too_large: 413,
  attachment_too_large: 413,
  unsupported_type: 415,
  photo_unsupported_type: 415,
  attachment_unsupported_type: 415,
  rate_limited: 429,
  proof_of_work_required: 429,
  login_email_required: 429,
  checkout_rate_limit: 429,
  location_rate_limit: 429,
  report_rate_limit: 429,
  contact_rate_limit: 429,
  notice_rate_limit: 429,
  data_export_rate_limit: 429,
  daily_crush_limit: 429,
  daily_profile_limit: 429,
  daily_browse_limit: 429,
  browse_rate_limit: 429,
  search_rate_limit: 429,
  message_rate_limit: 429,
  unanswered_limit: 429,
  gender_change_limit: 429,
  age_change_limit: 429,
  staff_login_failed: 401,
  staff_invitation_invalid: 404,
  staff_forbidden: 403,
  case_unclaimed: 403,
  staff_look_limit: 429,
  member_not_suspended: 409,
  address_unconfirmed: 409,
  internal: 500,
  payments_disabled: 503,
  payment_provider_unavailable: 503,
  server_busy: 503,
  service_unavailable: 503,
};

export const statusOf = (code: ErrorCode): number => STATUS[code];

/** The command changed nothing. The message is for the operator. */
export class CommandError extends Error {}
