import * as accounts from "#server/domains/accounts/accounts.emails.ts";
import type { FactorNotice } from "#server/domains/accounts/factors/factors.emails.ts";
import { factorNoticeEmail } from "#server/domains/accounts/factors/factors.emails.ts";
import * as withdrawals from "#server/domains/billing/withdrawals/withdrawals.emails.ts";
import { exportLinkEmail } from "#server/domains/member-data/export/export-links.emails.ts";
import { requireSelfie } from "#server/domains/moderation/decisions/acts/require-selfie.ts";
import * as moderation from "#server/domains/moderation/decisions/statements.emails.ts";
import * as imageReviews from "#server/domains/moderation/image-checks/image-reviews.emails.ts";
import * as notices from "#server/domains/moderation/notices/notices.emails.ts";
import * as safety from "#server/domains/moderation/reports/reports.emails.ts";
import * as verification from "#server/domains/moderation/verification/verification.emails.ts";
import { EVENT_CAUSES } from "#server/domains/notifications/causes/registry.ts";
import { notificationEmail } from "#server/domains/notifications/email/notifications.emails.ts";
import * as support from "#server/domains/site/site.emails.ts";
import * as contacts from "#server/domains/training/trusted-contacts/trusted-contacts.emails.ts";
import { type Email, renderEmailHtml } from "#server/platform/email/email-layout.ts";
import { NOBODY, type Scene, type SceneGroup } from "./scene.ts";

/** HTML emails, displayed as in an email program. */

const SITE = "https://spotter.example";
const LINK = `${SITE}/reset-password/0192aaaabbbb4ccc8dddeeeeffff0001QAlmOZabcdefghijklmnopqrst`;
const ADDRESSES = { site: SITE, unsubscribe: `${SITE}/notifications/unsubscribe/a-link` };
const LONGEST = "Bartholomew_Weatherington_WWWW";
const BODY =
  "Spring is here, and so are the outdoor racks.\n\nCome to the park on Sunday: bring chalk, and somebody to spot.";

const TIME_ZONE = "America/Chicago";

const STATEMENT: moderation.Statement = {
  acts: ["You cannot send messages, pictures and crushes until January 31, 2027 at 12:00 PM CST."],
  facts: "On three days you wrote about somebody's weight after they had asked you to stop.",
  rule: "all_bodies",
  words: "Please take a no the first time.",
  automated: false,
  kind: "restricted",
  deletedAt: undefined,
  appeal: { url: `${SITE}/appeal/a-link`, until: new Date("2027-07-24T18:00:00.000Z") },
  timeZone: TIME_ZONE,
};
const SELFIE_ASKED: moderation.Statement = {
  ...STATEMENT,
  acts: [requireSelfie.describe({ act: "require_selfie" }, { restrictionId: NOBODY, verified: null }, TIME_ZONE) ?? ""],
  facts: "Somebody told us that your photos are of another person.",
  rule: "be_you",
  words: "",
};
const FACTOR_NOTICES: readonly FactorNotice[] = [
  "passkey_added",
  "passkey_removed",
  "totp_added",
  "totp_removed",
  "codes_renewed",
  "code_used",
  "codes_guessed",
  "reset",
];
const ANSWER = "The messages are in the conversation as they were reported.";

const named = (username: string, unread = 1) => ({ id: NOBODY, username, unread, balance: 0 });
type Item = ReturnType<typeof named>;
const notification = (cause: keyof typeof EVENT_CAUSES, first: Item, ...more: Item[]) =>
  notificationEmail(EVENT_CAUSES[cause].email([first, ...more]), cause, ADDRESSES);

const NEW_LOGINS = ["Safari on iPhone", "Samsung Internet on Android"].map((device, i) => ({
  device,
  at: new Date(Date.UTC(2027, 0, 31, 18 - i)),
}));

const PURCHASE = {
  product: "Power Pack",
  kind: "package",
  crushes: 15,
  amountCents: 999,
  boughtAt: new Date("2027-01-31T18:00:00.000Z"),
  number: "cs_test_0123456789abcdef01234567",
} as const;
const WITHDRAWN = {
  withdrawnAt: new Date("2027-02-02T09:30:00.000Z"),
  statedOn: null,
  unspent: 13,
  daysUsed: null,
  refundCents: 866,
};
const WITHDRAWAL = { ...PURCHASE, ...WITHDRAWN };

const EMAILS: Readonly<Record<string, Email>> = {
  verify: accounts.verifyAddressEmail({ confirm: LINK, remove: LINK }),
  reset: accounts.resetPasswordEmail("maya", LINK),
  "password-changed": accounts.passwordChangedEmail("maya", `${SITE}/?forgot=true`),
  "new-login": accounts.newLoginEmail({ name: "maya", timeZone: TIME_ZONE }, NEW_LOGINS, SITE),
  ...Object.fromEntries(
    FACTOR_NOTICES.map((notice) => [notice.replaceAll("_", "-"), factorNoticeEmail("maya", notice, SITE)]),
  ),
  "login-link": accounts.loginLinkEmail("maya", LINK),
  "change-email": accounts.confirmNewAddressEmail(LINK),
  crush: notification("crush", named(LONGEST)),
  crushes: notification("crush", named("maya"), named("sam"), named("lee"), named("kim"), named("ada")),
  match: notification("match", named("maya")),
  messages: notification("message", named("maya", 2), named("sam", 5)),
  "workout-date": notification("workout_date", named(LONGEST)),
  "workout-reminder": notification("workout_reminder", named("maya")),
  "back-safe": notification("back_safe", named("maya")),
  "contact-asked": contacts.invitationEmail({ member: { username: LONGEST, known_as: "Maya" }, contactUrl: LINK }),
  "date-shared": contacts.sharedEmail({
    member: { username: "maya", known_as: "Maya" },
    contactUrl: LINK,
    pageUrl: LINK,
  }),
  "contact-told": contacts.toldEmail({
    member: { username: LONGEST, known_as: "Maya" },
    contactUrl: LINK,
    pageUrl: LINK,
    summary: "Run with sam\nSat, Nov 28, 9:00 AM to 10:00 AM (Denver time)\nWashington Park, south gate",
    hasAsked: false,
  }),
  "contact-told-back": contacts.backEmail({ member: { username: "maya", known_as: "Maya" }, contactUrl: LINK }),
  "low-balance": notification("low_balance", named("")),
  "someone-new": notification("someone_new", named("")),
  announcement: support.broadcastEmail({ subject: "Outdoor racks are open", body: BODY }, "member", ADDRESSES),
  purchase: withdrawals.purchaseEmail("maya", { ...PURCHASE, lastDay: "2027-02-14" }, SITE),
  withdrawal: withdrawals.withdrawalEmail("maya", WITHDRAWAL, SITE),
  "refunded-purchase": withdrawals.refundedPurchaseEmail("maya", PURCHASE, SITE),
  "failed-refund": withdrawals.failedRefundEmail("maya", WITHDRAWAL, SITE),
  "contact-answer": support.contactAnswerEmail(
    {
      number: "C-7KQ2M8XT",
      subject: "Account Issue",
      words: "Hello Robin,\n\nplease write to us from the address of your account, so that we know it is you.",
    },
    `${SITE}/contact/a-link`,
  ),
  newsletter: support.newsletterConfirmationEmail(LINK, ADDRESSES.unsubscribe),
  "notice-receipt": notices.noticeReceiptEmail("N-7K2M9QXA", "intimate"),
  "notice-outcome": notices.noticeOutcomeEmail("N-7K2M9QXA", SITE, {
    outcome: "acted_on",
    isAgain: false,
    objectUrl: undefined,
  }),
  "notice-unfounded": notices.noticeOutcomeEmail("N-7K2M9QXA", SITE, {
    outcome: "unfounded",
    isAgain: true,
    objectUrl: LINK,
  }),
  "fraud-notice": notices.fraudNoticeEmail({
    name: "maya",
    timeZone: TIME_ZONE,
    username: LONGEST,
    lastContactAt: new Date("2027-01-31T18:00:00.000Z"),
    site: SITE,
  }),
  "fraud-correction": notices.fraudCorrectionEmail({
    name: "maya",
    timeZone: TIME_ZONE,
    username: LONGEST,
    lastContactAt: new Date("2027-01-31T18:00:00.000Z"),
    site: SITE,
  }),
  "photo-held": imageReviews.photoHeldEmail("maya", SITE),
  verified: verification.verifiedEmail("maya", SITE, { isListedAgain: true }),
  "not-verified": verification.notVerifiedEmail("maya", SITE, "not_clear"),
  "data-copy": exportLinkEmail("maya", LINK),
  statement: moderation.statementEmail("maya", SITE, STATEMENT),
  "statement-membership": moderation.statementEmail("maya", SITE, {
    ...STATEMENT,
    acts: ["Your account is suspended. It has no end of its own. You cannot log in, and nobody sees your profile."],
    kind: "suspended",
    membership: { state: "stopped", periodEnd: new Date("2027-02-12T18:00:00.000Z") },
  }),
  "selfie-asked": moderation.statementEmail("maya", SITE, SELFIE_ASKED),
  "decision-undone": moderation.undoneEmail("maya", SITE, {
    acts: STATEMENT.acts,
    unrestored: ["profile_full", "membership_ended"],
  }),
  "appeal-receipt": moderation.appealReceiptEmail("maya", SITE),
  "appeal-upheld": moderation.appealOutcomeEmail("maya", SITE, { isReversed: false, answer: ANSWER, unrestored: [] }),
  "appeal-reversed": moderation.appealOutcomeEmail("maya", SITE, { isReversed: true, answer: "", unrestored: [] }),
  "report-receipt": safety.receiptEmail("sam", SITE, "R-7K2M9Q"),
  "report-outcome": safety.outcomeEmail("sam", SITE, {
    code: "R-7K2M9Q",
    outcome: "upheld",
    isAgain: false,
    objectUrl: undefined,
  }),
  "report-not-upheld": safety.outcomeEmail("sam", SITE, {
    code: "R-7K2M9Q",
    outcome: "not_upheld",
    isAgain: false,
    objectUrl: LINK,
  }),
};

export const mails: SceneGroup = {
  group: "E-mails",
  scenes: Object.entries(EMAILS).map(
    ([name, email]): Scene => ({
      name: `mail-${name}`,
      isMail: true,
      open: ({ page }) => page.setContent(renderEmailHtml(email)),
    }),
  ),
};
