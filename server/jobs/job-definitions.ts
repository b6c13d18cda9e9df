import type { Unrestored } from "#contract/moderation-acts.ts";
import type { EventCauseName } from "#contract/notification-causes.ts";

/** Job names with their payloads. A payload holds ids, never secrets or members' text: handlers read what they need. */
export interface JobData {
  /** A suspension was lifted, or begun or changed without a decision of its own. */
  "email-account-status": { memberId: string; event: "suspended" | "changed" | "lifted" };
  /** Confirms a report to its reporter. */
  "email-report-receipt": { reportId: string };
  /** Tells the reporter that their report is decided. */
  "email-report-outcome": { reportId: string };
  /** The statement of reasons of a decision, to the member whom it is about. */
  "email-statement": { decisionId: string };
  "email-decision-undone": { decisionId: string; unrestored?: readonly Unrestored[] };
  "email-appeal-receipt": { appealId: string };
  "email-appeal-outcome": { appealId: string; unrestored?: readonly Unrestored[] };
  /** Tells a member whether their selfie is approved. */
  "email-selfie-outcome": { requestId: string; isListedAgain: boolean };
  "email-verification": { memberId: string };
  /** If no account has the address that was entered, the id is random, so both cases take the same time. */
  "email-password-reset": { memberId: string };

  "email-password-changed": { memberId: string };
  /** Replaces a login when an account is under attack. After a wrong password the id is random. */
  "email-login-link": { memberId: string };
  /** Logins on new devices since `since`, the time of the first one; `device` is the first one's. */
  "email-new-login": { memberId: string; since: string; device: string };
  /** A passkey, an authenticator app or recovery codes of the member were added, removed or used. */
  "email-factor-notice": { memberId: string; notice: FactorNotice };
  /** The confirmation link, to the requested address. */
  "email-address-change": { memberId: string };
  /** The notice to the address of then that a change was requested, or that it was replaced. */
  "email-address-notice": { memberId: string; addressId: string; notice: "requested" | "changed" };
  /** Sent by the last release only, with the address. */
  "email-address-change-requested": { memberId: string; email: string };
  "email-address-changed": { memberId: string; email: string };
  /** Forwards a message from the contact form to the operator. */
  "email-contact-message": { messageId: string };
  /** Looks for the member whom a notice is about, and makes it part of their case. */
  "attach-notice": { noticeId: string };
  /** Tells a member that a photo which others saw is in review. */
  "email-photo-held": { memberId: string };
  /** Confirms a notice to its sender. */
  "email-notice-receipt": { noticeId: string };
  /**
   * Makes a sign of fraud an item of the member's case. `source` is `dispute:<payment>`, or `linked:<member>:<other>` for a
   * payment card that a suspended account has used, or `device:<member>:<other>` for a device of one.
   */
  "attach-fraud-signal": { memberId: string; source: string };
  /** Enqueues an email to everyone who exchanged messages with an account that was ended for fraud. */
  "send-fraud-notices": { decisionId: string; memberId: string };
  /** To `memberId`, about the account `aboutId`. */
  "email-fraud-notice": { memberId: string; aboutId: string };
  /** Enqueues an email to the same members that the decision was taken back. */
  "send-fraud-corrections": { decisionId: string; memberId: string };
  /** To `memberId`, about the account `aboutId`. */
  "email-fraud-correction": { memberId: string; aboutId: string };
  /** Tells the sender of a notice what was decided. */
  "email-notice-outcome": { noticeId: string };

  /**
   * A calendar file with an agreed date, or with one that is called off. `lost` has what the file needs of a date that is
   * gone with an account.
   */
  "email-workout-date": {
    memberId: string;
    messageId: string;
    /** Of the calendar entry: a later version has its own email. */
    sequence: number;
    lost?: { startsAt: string; minutes: number; timeZone: string };
  };
  /** Reminds of dates the evening before, and calls off those whose members are not in contact any more. */
  "workout-dates": Record<never, never>;
  /** To a trusted contact, about the member's question or a date that is shared with them. */
  "email-trusted-contact": TrustedContactEmail;
  /** Asks members whether they are back from shared dates, and tells contacts if they do not answer. */
  "date-shares": Record<never, never>;
  "email-newsletter-confirmation": { subscriberId: string };
  /** Enqueues the emails of a broadcast, one page per job. */
  "broadcast-fanout": { broadcastId: string };
  "broadcast-email": { broadcastId: string; to: "member" | "subscriber"; id: string };
  /** Sends a notification to a member's browsers. */
  "push-send": PushData;
  /** No push service accepted the push: the notification falls back to email. */
  "push-fallback": PushData;
  /** Sends one email about all of a member's notifications of a cause that are due. */
  "email-notification": EmailNotificationData;
  /** A real member sent a crush to a demo member. */
  "demo-crush": { demoId: string; memberId: string };
  /** A real member wrote to a demo member. */
  "demo-message": { demoId: string; memberId: string };
  /** A real member waits for a demo member's answer to a workout date. */
  "demo-date-answer": { demoId: string; messageId: string };
  /** A real member wrote to a demo member, who may propose a workout date. */
  "demo-date-proposal": { demoId: string; memberId: string };
  /** Moves demo members near a real member who set a location. */
  "demo-neighbors": { memberId: string };
  /** Ends everything that may still charge a deleted member. */
  "cancel-payments": { memberId: string };
  /** Stops what may charge a member who is suspended or whose payments are held, and resumes it after a suspension. */
  "adjust-charges": { memberId: string };
  /** `adjust-charges` as the release before sends it. */
  "stop-charges": { memberId: string };
  /** Confirms a purchase to the buyer, or its refund, if they could not buy any more when they paid. */
  "email-purchase": { checkoutId: string; isRefunded?: boolean };
  /** Confirms a withdrawal to the buyer. */
  "email-withdrawal": { withdrawalId: string };
  /** Informs the buyer that the refund of a withdrawal failed. */
  "email-failed-refund": { withdrawalId: string };
  /** Looks whether a refund that the provider accepted has failed since. */
  "check-refund": { withdrawalId: string };
  /** Ends the subscription at the provider, if it was one, and refunds the payment. */
  "refund-withdrawal": { withdrawalId: string };
  /** Catches up on refunds of withdrawals that failed. */
  "withdrawal-refunds": Record<never, never>;
  /** The member's verified address belonged to the banned account `formerId`. */
  "suspend-returning-member": { memberId: string; formerId: string };
  /** Looks at a stored image before others see it, or again. */
  "check-image": { key: string };
  /** Shows an image that could not be checked, if there is nobody to review it. */
  "release-image": { key: string };
  /** Checks images that others see unchecked, in the order of their keys, after one of them. */
  "check-earlier-images": { after: string };
  /** Continues comparing new hashes of unwanted images with stored images. */
  "compare-images": Record<never, never>;
  /** Catches up on events of the payment provider that were missed. */
  "payment-reconciliation": Record<never, never>;
  /** Makes devices refetch the wallet when a subscription expires. */
  "subscription-expired": Record<never, never>;
  /** Dispatches notifications that are due: emails, and pushes that were lost. */
  "notification-digest": Record<never, never>;
  /** Applies pending profile changes that are due, and raises ages on birthdays. */
  "apply-profile-changes": Record<never, never>;
  /** Also appends to the status log, which backups rely on. */
  "lift-expired-suspensions": Record<never, never>;
  /** Shows members again whose pause is over. */
  "end-pauses": Record<never, never>;
  /** Gives crushes back that their recipients never opened. */
  "return-unopened-crushes": Record<never, never>;
  /** Notifies members who want to know when somebody new fits their search preferences. */
  "new-member-alerts": Record<never, never>;
  /** Deletes expired data. */
  cleanup: Record<never, never>;
}

/** What a member is emailed about their second factors. */
export type FactorNotice =
  | "passkey_added"
  | "passkey_removed"
  | "totp_added"
  | "totp_removed"
  | "codes_renewed"
  | "code_used"
  | "codes_guessed"
  | "reset";

export type TrustedContactEmail =
  | { mail: "invitation"; contactId: string }
  | { mail: "shared" | "told" | "back"; shareId: string };

/** A push to a member, about another. */
export interface PushData {
  memberId: string;
  cause: EventCauseName;
  otherId: string | null;
  /** When the cause arose, where no table says it. */
  since?: string;
  /** Of messages, the last sequence it is about: what came after all those were read has its own push. */
  upTo?: number;
  /** The one subscription that is still to be reached, where another one took the push. */
  only?: string;
}

export interface EmailNotificationData {
  memberId: string;
  cause: EventCauseName;
  /** The members it is about; null for none. */
  otherIds: readonly (string | null)[];
  /** When the cause arose, where no table says it. */
  since?: string;
  /** Of messages, when the email was dispatched: conversations whose messages all came later have their own. */
  before?: string;
}

export type JobName = keyof JobData;

/** All job names, in the order in which their workers start. */
export const JOB_NAMES: readonly JobName[] = [
  "email-account-status",
  "email-report-receipt",
  "email-report-outcome",
  "email-statement",
  "email-decision-undone",
  "email-appeal-receipt",
  "email-appeal-outcome",
  "email-selfie-outcome",
  "email-verification",
  "email-password-reset",
  "email-password-changed",
  "email-login-link",
  "email-new-login",
  "email-factor-notice",
  "email-address-change",
  "email-address-notice",
  "email-address-change-requested",
  "email-address-changed",
  "email-contact-message",
  "email-photo-held",
  "attach-notice",
  "email-notice-receipt",
  "email-notice-outcome",
  "attach-fraud-signal",
  "send-fraud-notices",
  "email-fraud-notice",
  "send-fraud-corrections",
  "email-fraud-correction",
  "email-workout-date",
  "email-trusted-contact",
  "email-newsletter-confirmation",
  "broadcast-fanout",
  "broadcast-email",
  "email-notification",
  "push-fallback",
  "push-send",
  "demo-crush",
  "demo-message",
  "demo-date-answer",
  "demo-date-proposal",
  "demo-neighbors",
  "cancel-payments",
  "adjust-charges",
  "stop-charges",
  "email-purchase",
  "email-withdrawal",
  "email-failed-refund",
  "check-refund",
  "refund-withdrawal",
  "withdrawal-refunds",
  "suspend-returning-member",
  "check-image",
  "release-image",
  "check-earlier-images",
  "compare-images",
  "workout-dates",
  "date-shares",
  "payment-reconciliation",
  "subscription-expired",
  "notification-digest",
  "apply-profile-changes",
  "lift-expired-suspensions",
  "end-pauses",
  "return-unopened-crushes",
  "new-member-alerts",
  "cleanup",
];

/** Cron expressions in UTC. One process runs each occurrence. */
export const SCHEDULE: Partial<Record<JobName, string>> = {
  "payment-reconciliation": "*/5 * * * *",
  "withdrawal-refunds": "*/5 * * * *",
  "subscription-expired": "* * * * *",
  "notification-digest": "* * * * *",
  "apply-profile-changes": "* * * * *",
  "lift-expired-suspensions": "* * * * *",
  "end-pauses": "* * * * *",
  "compare-images": "* * * * *",
  "workout-dates": "* * * * *",
  "return-unopened-crushes": "23 9 * * *",
  "new-member-alerts": "11 16 * * *",
  "date-shares": "* * * * *",
  cleanup: "17 * * * *",
};

/** Jobs of the last release whose payload holds an email address in addition to `memberId`; deleted with the account. */
export const JOBS_WITH_ADDRESS = [
  "email-address-change-requested",
  "email-address-changed",
] as const satisfies readonly JobName[];
