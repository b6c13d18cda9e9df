/** The work that is done later: what kinds there are, and which of them are done by the clock. */

/** Every kind of job, and what it carries. No secret and no text of a member's is in it: handlers look up what they need. */
export interface JobData {
  /** Tells a member what an operator decided about their account. */
  "mail-standing": { memberId: string; news: "warned" | "suspended" | "changed" | "lifted" };
  /** Asks a member to confirm their address. */
  "mail-verify": { memberId: string };
  /** Sends a link for a new password to a member. Where a stranger's address was entered, the id is nobody's. */
  "mail-reset": { memberId: string };
  /** Tells a member that their password was changed. */
  "mail-password-changed": { memberId: string };
  /** Sends a link to log in to a member who gave the right password. After a wrong one the id is nobody's. */
  "mail-login-link": { memberId: string };
  /** Tells a member of logins on new devices since a time, that of the first, and on which device that was. */
  "mail-new-login": { memberId: string; since: string; device: string };
  /** Sends a link to the address that a member wants instead of theirs. */
  "mail-email-change": { memberId: string };
  /** Tells a member's address that another one is wanted. */
  "mail-email-asked": { memberId: string; email: string };
  /** Tells an address that it is not the member's any more. */
  "mail-email-changed": { memberId: string; email: string };
  /** Hands a message from the contact form to the operator. */
  "mail-contact": { messageId: string };
  /** Asks whoever reads an address whether they want the newsletter. */
  "mail-newsletter": { subscriberId: string };
  /** Makes the mails of an announcement, a page at a time. */
  announce: { announcementId: string };
  /** Brings an announcement to a member or a subscriber, by their id. */
  "mail-announcement": { announcementId: string; to: "member" | "subscriber"; id: string };
  /** Brings a notification to a member's browsers. */
  push: PushData;
  /** No browser of theirs took it: it is told by e-mail. */
  "push-failed": PushData;
  /** Tells a member by e-mail of those who crushed on them; of those with whom they match; who wrote to them. */
  "mail-crushes": { memberId: string; otherIds: readonly string[] };
  "mail-matches": { memberId: string; otherIds: readonly string[] };
  /** `before` is when it was asked for: what came later is another one's to tell. */
  "mail-unread": { memberId: string; otherIds: readonly string[]; before?: string };
  /** Tells a member by e-mail that few crushes are left. */
  "mail-low-balance": { memberId: string };
  /** A demo member was sent a crush by a real one. */
  "demo-crush": { demoId: string; memberId: string };
  /** A demo member was written to by a real one. */
  "demo-message": { demoId: string; memberId: string };
  /** A real member has a place, in a data folder with demo members. */
  "demo-neighbours": { memberId: string };
  /** A member has gone: what may still cost them money at the payment provider ends. */
  "end-payments": { memberId: string };
  /** A payment is disputed: what may still be charged to the account ends. */
  "stop-charges": { memberId: string };
  /** A member was recognized as whoever had an account that is banned. */
  "suspend-returned": { memberId: string; formerId: string };
  /** What the payment provider may have told unheard is looked for. */
  reconcile: Record<never, never>;
  /** Whose membership has come to its end hears of it. */
  "tell-ended": Record<never, never>;
  /** Who was not told of something yet is told by e-mail, or by a push that was not sent. */
  notify: Record<never, never>;
  /** Changes of profiles come to count, and ages go up on birthdays. */
  "settle-profiles": Record<never, never>;
  /** Suspensions that have come to their end are lifted, and the record outside of the database is brought up to date. */
  lift: Record<never, never>;
  /** What has had its day is thrown away. */
  sweep: Record<never, never>;
}

/** A cause to be told of by push: who is told, and of whom. */
export interface PushData {
  memberId: string;
  kind: "crush" | "message" | "match" | "low_balance";
  otherId: string | null;
  /** Since when a balance is low, as a time; the others know for themselves when they came about. */
  since?: string;
  /** Of messages, the number of the last one that it was made for: what came after all those were read has its own. */
  upTo?: number;
  /** The one subscription that is still to be reached, where another one has told it. */
  only?: string;
}

export type JobName = keyof JobData;

/** Every kind, in the order in which it is worked on. */
export const NAMES: readonly JobName[] = [
  "mail-standing",
  "mail-verify",
  "mail-reset",
  "mail-password-changed",
  "mail-login-link",
  "mail-new-login",
  "mail-email-change",
  "mail-email-asked",
  "mail-email-changed",
  "mail-contact",
  "mail-newsletter",
  "announce",
  "mail-announcement",
  "mail-crushes",
  "mail-matches",
  "mail-unread",
  "mail-low-balance",
  "push-failed",
  "push",
  "demo-crush",
  "demo-message",
  "demo-neighbours",
  "end-payments",
  "stop-charges",
  "suspend-returned",
  "reconcile",
  "tell-ended",
  "notify",
  "settle-profiles",
  "lift",
  "sweep",
];

/** What is done by the clock, in UTC; by one process each time. */
export const SCHEDULE: Partial<Record<JobName, string>> = {
  reconcile: "*/5 * * * *",
  "tell-ended": "* * * * *",
  notify: "* * * * *",
  "settle-profiles": "* * * * *",
  lift: "* * * * *",
  sweep: "17 * * * *",
};

/** The kinds that carry an address, each with its member's id. */
export const WITH_ADDRESS = ["mail-email-asked", "mail-email-changed"] as const satisfies readonly JobName[];
