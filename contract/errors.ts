import * as z from "zod/mini";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { AGE_CHANGES_A_YEAR, GENDER_CHANGES_A_YEAR, UNANSWERED_MAX } from "#contract/limits.ts";

/** Besides a password. Recovery codes come with the others. */
export const FACTOR_METHODS = ["passkey", "totp", "recovery_code"] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

const secondFactor = z.object({ token: z.string(), methods: z.array(z.enum(FACTOR_METHODS)) });
export type SecondFactor = z.output<typeof secondFactor>;

/** Codes are stable. */
export const ERRORS = {
  ...CLIENT_ERRORS,
  malformed: "The request could not be read.",
  invalid: "Please check what you entered.",
  unauthorized: "Please log in again.",
  invalid_credentials: "Email or password is incorrect.",
  account_suspended: "This account is suspended. We emailed you why, and how to object. Contact support.",
  session_suspended: "This account is suspended. We emailed you why, and how to object. Contact support.",
  wrong_password: "Your current password is incorrect.",
  /** Log in with the token of `secondFactor`; see `loginWithSecondFactor`. */
  second_factor_required: "One more step: please show that it is you.",
  /** Call `reauthenticate`, or `reauthenticateStaff` in the console, then repeat the call. */
  reauthentication_required: "Please show once more that it is you.",
  wrong_code: "That code is not right, or was used already.",
  passkey_rejected: "That passkey did not work here. Please try again.",
  login_expired: "That took a while. Please log in again.",
  totp_active: "An authenticator app is set up already. Remove it first.",
  too_many_passkeys: "That is all the passkeys an account can have. Remove one first.",
  no_factor: "Add a passkey or an authenticator app first.",
  token_invalid: "This password reset link is invalid or has expired.",
  forbidden: "That is not yours to change.",
  /** Sent with the end of the restriction. */
  messaging_restricted: "You cannot send anything now. We emailed you why.",
  not_matched: "You can only message your matches.",
  member_deleted: "This account was deleted.",
  /** The other member, or another device, was faster. The card has changed in the conversation. */
  date_changed: "This date has changed since. Please look at it again.",
  date_started: "This date has begun, or its time has passed.",
  date_agreed: "You have agreed to this date. Call it off first.",
  /** Not over yet, or over for a month. */
  outcome_closed: "You can say how it went from the end of the workout on, for 30 days.",
  outcome_settled: "You have both said that you trained together. That stays.",
  week_required: "Say when you train first, and share it.",
  too_many_dates: "You two have several dates open. Settle one of them first.",
  too_many_changes: "This date has changed many times. Call it off and plan a new one.",
  too_many_contacts: "You have three trusted contacts. Remove one first.",
  /** The address said no to this member, or ended it. */
  contact_refused: "This person does not want to be asked again.",
  email_unconfirmed: "Confirm your email first, by the link that we sent you.",
  asked_lately: "You have asked this person twice lately. Please give them time.",
  invitation_rate_limit: "You have asked many people today. Please try again tomorrow.",
  share_rate_limit: "You have shared many dates today. Please try again tomorrow.",
  blocked: "You have blocked this member.",
  report_rate_limit: "You have sent many reports today. Please try again tomorrow.",
  contact_rate_limit: "You have sent many messages today. Please try again tomorrow.",
  notice_rate_limit: "You have sent many notices today. Please try again tomorrow, or write to us by mail.",
  daily_crush_limit: "That is all the new people for today.",
  daily_profile_limit: "That is all the profiles for today.",
  daily_browse_limit: "That is everyone for today.",
  browse_rate_limit: "That is a lot of searching at once. Please wait a moment.",
  search_rate_limit: "That is a lot of searching at once. Please wait a moment.",
  message_rate_limit: "That is a lot of messages at once. Please wait a moment.",
  unanswered_limit: `You have sent ${UNANSWERED_MAX} messages in a row. Give them a moment to answer.`,
  gender_change_limit: `Your gender can change ${GENDER_CHANGES_A_YEAR} times a year.`,
  age_change_limit: `Your age can change ${AGE_CHANGES_A_YEAR} times a year.`,
  data_export_rate_limit: "You have downloaded your data several times today. Please try again tomorrow.",
  consent_required: "Please agree first that we keep this.",
  not_found: "Not found.",
  case_changed: "The case has changed since you opened it. Please look at it again.",
  case_claimed: "Somebody else is working on this case.",
  claim_limit: "You are working on many cases. Decide or release one first.",
  /** For an image: the case is shown after a claim, or after `POST /api/moderation/cases/:caseId/look`. */
  case_unclaimed: "Claim this case to see that, or say why you look.",
  contact_case: "A contact message is answered or closed, not decided.",
  case_closed: "This case is closed.",
  appeal_open: "This case has an appeal. Decide it first, unless somebody has to be protected now.",
  appeal_decided: "This appeal is decided.",
  appeal_own_decision: "You made this decision, so a colleague has to look at it again.",
  undo_too_late: "This decision cannot be undone any more.",
  verification_open: "This case has a selfie to look at. Approve or refuse it before you find nothing wrong.",
  verification_decided: "This selfie is already decided.",
  verification_changed: "The main photo has changed since you looked. Please look at it again.",
  /** For members who want to be verified. */
  verification_no_photo: "Please add a main photo first. Your selfie is compared with it.",
  verification_done: "You are verified already.",
  verification_in_review: "A person is looking at your selfie already.",
  verification_expired: "The time for this pose is over. Please start again.",
  appeal_sent: "You have already objected to this decision.",
  appeal_too_late: "It is too late to object to this decision. Contact support.",
  profile_not_found: "Profile not found",
  email_taken: "That email already has an account.",
  cannot_crush_self: "That is your own profile.",
  too_many_photos: "You can only have 6 photos total.",
  too_large: "That is too large.",
  photo_too_large: "Each photo must be less than 5MB",
  unsupported_type: "That kind of content is not supported here.",
  photo_unsupported_type: "Please upload only JPEG, PNG or WebP images",
  rate_limited: "Too many tries. Please wait a moment.",
  /** Repeat the call with the solution of `challenge` in the field `proof`; see `proofField`. */
  proof_of_work_required: "There is a lot going on in your network right now. Please try again later.",
  login_email_required:
    "There were many wrong passwords for this account. If yours is right, we have mailed you a link to log in.",
  location_rate_limit: "Your location can change 20 times a day. Please try again tomorrow.",
  already_subscribed: "You are an Unlimited Member already.",
  not_subscribed: "You have no membership.",
  checkout_rate_limit: "You have many checkouts open. Please finish one, or try again tomorrow.",
  payments_disabled: "Buying is switched off here.",
  payments_paused: "Payments are paused for this account. Contact support.",
  withdrawal_unavailable: "You cannot withdraw from this purchase any more.",
  withdrawal_changed: "The amount has changed since you looked. Please check it again.",
  withdrawal_disputed: "Your bank is settling this payment already, so we cannot refund it, too.",
  checkout_closed: "This checkout cannot be paid any more.",
  payment_provider_unavailable: "The payment provider cannot be reached. Please try again.",
  server_busy: "Spotter is busy. Please try again in a moment.",
  service_unavailable: "Spotter is starting. Please try again in a moment.",
  staff_login_failed: "That passkey did not work. Please try again.",
  staff_invitation_invalid: "This invitation was used or has expired. Ask for a new one.",
  staff_look_limit: "You have looked up a lot today without claiming a case. Please try again tomorrow.",
  member_not_suspended: "This member is not suspended, and can download their data in Settings.",
  address_unconfirmed: "This member has not confirmed their email, so the address may be somebody else's.",
  staff_forbidden: "Your role does not allow that.",
  internal: "Something went wrong. Please try again.",
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Sent with `Retry-After`. */
export type MemberLimitCode = Extract<
  ErrorCode,
  | "daily_crush_limit"
  | "daily_profile_limit"
  | "daily_browse_limit"
  | "browse_rate_limit"
  | "search_rate_limit"
  | "message_rate_limit"
  | "unanswered_limit"
  | "gender_change_limit"
  | "age_change_limit"
>;

/**
 * The body of every error of `/api`. `errors` maps a field's name to its message. `challenge` comes with
 * `proof_of_work_required`: an ALTCHA challenge (version 2) as JSON text. `secondFactor` comes with
 * `second_factor_required`: a token for the next step, valid for ten minutes, and what the member has.
 */
export const errorResponse = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  challenge: z.optional(z.string()),
  secondFactor: z.optional(secondFactor),
});
export type ErrorResponse = z.output<typeof errorResponse>;
