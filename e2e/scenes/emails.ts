import { type Email, renderEmailHtml } from "#server/email/email-layout.ts";
import * as accounts from "#server/modules/accounts/accounts.emails.ts";
import * as moderation from "#server/modules/moderation/statements.emails.ts";
import { EVENT_CAUSES } from "#server/modules/notifications/causes/registry.ts";
import { notificationEmail } from "#server/modules/notifications/notifications.emails.ts";
import * as safety from "#server/modules/safety/safety.emails.ts";
import * as support from "#server/modules/support/support.emails.ts";
import * as verification from "#server/modules/verification/verification.emails.ts";
import { NOBODY, type Scene, type SceneGroup } from "./scene.ts";

/** HTML emails, displayed as in an email program. */

const SITE = "https://spotter.example";
const LINK = `${SITE}/reset-password/0192aaaabbbb4ccc8dddeeeeffff0001QAlmOZabcdefghijklmnopqrst`;
const ADDRESSES = { site: SITE, unsubscribe: `${SITE}/notifications/unsubscribe/a-link` };
const LONGEST = "Bartholomew_Weatherington_WWWW";
const STATEMENT: moderation.Statement = {
  acts: ["You cannot send messages, pictures and crushes until January 31, 2027 at 18:00 UTC."],
  facts: "Three messages with threats, after a clear no.",
  rule: "consent",
  words: "",
  automated: false,
  kind: "restricted",
  appeal: {
    url: `${SITE}/appeal/QAlmOZabcdefghijklmnopqrstQAlmOZabcdefghijk`,
    until: new Date("2027-07-24T18:00:00.000Z"),
  },
};
const BODY =
  "Spring is here, and so are the outdoor racks.\n\nCome to the park on Sunday: bring chalk, and somebody to spot.";

const named = (username: string, unread = 1) => ({ id: NOBODY, username, unread, balance: 0 });
type Item = ReturnType<typeof named>;
const notification = (cause: keyof typeof EVENT_CAUSES, first: Item, ...more: Item[]) =>
  notificationEmail(EVENT_CAUSES[cause].email([first, ...more]), cause, ADDRESSES);

const NEW_LOGINS = ["Safari on iPhone", "Samsung Internet on Android"].map((device, i) => ({
  device,
  at: new Date(Date.UTC(2027, 0, 31, 18 - i)),
}));

const EMAILS: Readonly<Record<string, Email>> = {
  verify: accounts.verifyAddressEmail({ confirm: LINK, remove: LINK }),
  reset: accounts.resetPasswordEmail("maya", LINK),
  "password-changed": accounts.passwordChangedEmail("maya", `${SITE}/?forgot=true`),
  "new-login": accounts.newLoginEmail("maya", NEW_LOGINS, SITE),
  "login-link": accounts.loginLinkEmail("maya", LINK),
  "change-email": accounts.confirmNewAddressEmail(LINK),
  crush: notification("crush", named(LONGEST)),
  crushes: notification("crush", named("maya"), named("sam"), named("lee"), named("kim"), named("ada")),
  match: notification("match", named("maya")),
  messages: notification("message", named("maya", 2), named("sam", 5)),
  "low-balance": notification("low_balance", named("")),
  announcement: support.broadcastEmail({ subject: "Outdoor racks are open", body: BODY }, "member", ADDRESSES),
  newsletter: support.newsletterConfirmationEmail(LINK, ADDRESSES.unsubscribe),
  verified: verification.verifiedEmail("maya", SITE, { isListedAgain: true }),
  "not-verified": verification.notVerifiedEmail("maya", SITE, "not_clear"),
  statement: moderation.statementEmail("maya", SITE, STATEMENT),
  "decision-undone": moderation.undoneEmail("maya", SITE, STATEMENT.acts),
  "appeal-outcome": moderation.appealOutcomeEmail("maya", SITE, { isReversed: false, answer: "The no was clear." }),
  "report-receipt": safety.receiptEmail("maya", SITE, "R-7K2M9Q"),
  "report-outcome": safety.outcomeEmail("maya", SITE, { code: "R-7K2M9Q", isUpheld: true }),
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
