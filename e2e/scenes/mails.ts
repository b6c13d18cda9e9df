import { type Letter, letterHtml } from "#server/email/email-layout.ts";
import * as accounts from "#server/modules/accounts/accounts.emails.ts";
import * as operator from "#server/modules/admin/operator.emails.ts";
import * as notifications from "#server/modules/notifications/notifications.emails.ts";
import * as support from "#server/modules/support/support.emails.ts";
import { NOBODY, type Scene, type SceneGroup } from "./scene.ts";

/** E-mails, as a program shows them that asks for no more than the page does. */

const SITE = "https://spotter.example";
const LINK = `${SITE}/reset-password/0192aaaabbbb4ccc8dddeeeeffff0001QAlmOZabcdefghijklmnopqrst`;
const ADDRESSES = { site: SITE, unsubscribe: `${SITE}/notifications/unsubscribe/a-link` };
const LONGEST = "Bartholomew_Weatherington_WWWW";
const TERMS = { until: new Date("2027-01-31T18:00:00.000Z"), told: "Threats in the chat" };
const BODY =
  "Spring is here, and so are the outdoor racks.\n\nCome to the park on Sunday: bring chalk, and somebody to spot.";

const named = (username: string, unread = 1) => ({ id: NOBODY, username, unread });

const NEW_LOGINS = ["Safari on iPhone", "Samsung Internet on Android"].map((device, i) => ({
  device,
  at: new Date(Date.UTC(2027, 0, 31, 18 - i)),
}));

const LETTERS: Readonly<Record<string, Letter>> = {
  verify: accounts.verifyLetter({ confirm: LINK, remove: LINK }),
  reset: accounts.resetLetter("maya", LINK),
  "password-changed": accounts.passwordChangedLetter("maya", `${SITE}/?forgot=true`),
  "new-login": accounts.newLoginLetter("maya", NEW_LOGINS, SITE),
  "login-link": accounts.loginLinkLetter("maya", LINK),
  "change-email": accounts.changeEmailLetter(LINK),
  crush: notifications.noticeLetter(notifications.crushesWords([LONGEST]), "crush", ADDRESSES),
  crushes: notifications.noticeLetter(
    notifications.crushesWords(["maya", "sam", "lee", "kim", "ada"]),
    "crush",
    ADDRESSES,
  ),
  match: notifications.noticeLetter(notifications.matchesWords([named("maya")]), "match", ADDRESSES),
  messages: notifications.noticeLetter(
    notifications.unreadWords([named("maya", 2), named("sam", 5)]),
    "message",
    ADDRESSES,
  ),
  "low-balance": notifications.noticeLetter(notifications.lowBalanceWords(0), "low_balance", ADDRESSES),
  announcement: support.announcementLetter({ subject: "Outdoor racks are open", body: BODY }, "member", ADDRESSES),
  newsletter: support.newsletterLetter(LINK, ADDRESSES.unsubscribe),
  suspended: operator.suspendedLetter("maya", SITE, TERMS),
};

export const mails: SceneGroup = {
  group: "E-mails",
  scenes: Object.entries(LETTERS).map(
    ([name, letter]): Scene => ({
      name: `mail-${name}`,
      isMail: true,
      open: ({ page }) => page.setContent(letterHtml(letter)),
    }),
  ),
};
