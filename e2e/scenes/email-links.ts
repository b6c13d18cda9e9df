import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, at, fill, go, press, see } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

/** Pages that links in emails open. */

const VERIFY_RESET = "**/api/auth/verify-reset-token/*";
const CONFIRM = "**/api/auth/verify-email/*";
const UNSUBSCRIBE = "**/api/notifications/unsubscribe/*";

async function openReset(stage: Stage): Promise<void> {
  await answer(stage.page, "GET", VERIFY_RESET, { success: true, email: "maya@example.com" });
  await go(stage, "visitor", "/reset-password/a-link", "Choose a new password");
}

const PASSWORDS: readonly Scene[] = [
  {
    name: "reset-verifying",
    open: async (stage) => {
      await holdRequests(stage.page, VERIFY_RESET);
      await go(stage, "visitor", "/reset-password/a-link", "One moment...");
    },
  },
  { name: "reset-form", open: openReset },
  {
    name: "reset-mistakes",
    open: async (stage) => {
      await openReset(stage);
      await press(stage.page, "Reset Password");
      await see(stage.page, "Please confirm your password");
    },
  },
  {
    name: "reset-invalid",
    expectedMessages: REJECTION_MESSAGE,
    open: at("visitor", "/reset-password/nonsense", "Invalid or Expired Link"),
  },
  {
    name: "reset-unchecked",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", VERIFY_RESET, 500);
      await go(stage, "visitor", "/reset-password/a-link", "Your link was not checked");
    },
  },
  {
    name: "reset-done",
    isTemporary: true,
    open: async (stage) => {
      const { me } = stage.cast;
      await answer(stage.page, "POST", "**/api/auth/reset-password", {
        success: true,
        message: "",
        token: me.token,
        user: { _id: me.id, username: me.username },
      });
      await openReset(stage);
      await fill(stage.page, { "New password": "a brand new password", "Confirm password": "a brand new password" });
      await press(stage.page, "Reset Password");
      await see(stage.page, "Password changed");
    },
  },
  { name: "change-password", open: at("me", "/reset-password", "Change your password") },
  {
    name: "change-password-mistakes",
    open: async (stage) => {
      await go(stage, "me", "/reset-password", "Change your password");
      await press(stage.page, "Change Password");
      await see(stage.page, "Password is required");
    },
  },
];

const ADDRESSES: readonly Scene[] = [
  {
    name: "verify-email-asking",
    open: async (stage) => {
      await holdRequests(stage.page, CONFIRM);
      await go(stage, "visitor", "/verify-email/a-link", "One moment...");
    },
  },
  {
    name: "verify-email-done",
    open: async (stage) => {
      await answer(stage.page, "POST", CONFIRM, { success: true });
      await go(stage, "visitor", "/verify-email/a-link", "Email confirmed");
    },
  },
  {
    name: "verify-email-no-bonus",
    open: async (stage) => {
      const message = "You had your 5 free crushes with this email within the last year, so the new ones went back.";
      await answer(stage.page, "POST", CONFIRM, { success: true, message });
      await go(stage, "visitor", "/verify-email/a-link", message);
    },
  },
  {
    name: "verify-email-invalid",
    expectedMessages: REJECTION_MESSAGE,
    open: at("me", "/verify-email/nonsense", "Invalid or Expired Link"),
  },
  {
    name: "verify-email-taken",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = "That email already has an account.";
      await refuseRequests(stage.page, "POST", CONFIRM, 409, { code: "email_taken", message });
      await go(stage, "me", "/verify-email/a-link", "Your email stays as it is");
    },
  },
];

/** A page with a button, and its state after a press. */
const pressed = (
  name: string,
  path: string,
  button: string,
  reply: [string, object] | undefined,
  ready: string,
): Scene => ({
  name,
  ...(!reply && { expectedMessages: REJECTION_MESSAGE }),
  open: async (stage) => {
    if (reply) await answer(stage.page, "POST", reply[0], { success: true, ...reply[1] });
    await go(stage, "visitor", path, button);
    await stage.page.getByRole("main").getByRole("button", { name: button }).click();
    await see(stage.page, ready);
  },
});

const NEWSLETTER = "**/api/newsletter/**";
const ENDED = "You are unsubscribed";

const NOT_ME: readonly Scene[] = [
  { name: "not-me", open: at("visitor", "/not-me/a-link", "This was not you?") },
  pressed("not-me-removed", "/not-me/a-link", "Remove my email", ["**/api/auth/not-me/*", {}], "Your email is removed"),
  pressed("not-me-invalid", "/not-me/nothing", "Remove my email", undefined, "Invalid or Expired Link"),
];

const OPEN_COPY = "**/api/export-links/*";

const DATA_COPY: readonly Scene[] = [
  { name: "data-copy", open: at("visitor", "/data-copy/a-link", "A copy of your data") },
  pressed(
    "data-copy-begun",
    "/data-copy/a-link",
    "Download my data",
    [OPEN_COPY, { url: "#" }],
    "Your download has begun",
  ),
  pressed("data-copy-invalid", "/data-copy/nothing", "Download my data", undefined, "Invalid or Expired Link"),
];

const REPLY = "**/api/contact/*";
const REPLY_PAGE = "/contact/a-link";
const ANSWERED = {
  success: true,
  number: "C-7KQ2M8XT",
  answer: {
    words: "Hello Robin,\n\nplease write to us from the address of your account, so that we know it is you.",
    sentAt: "2027-01-24T18:00:00.000Z",
  },
};

async function openReply(stage: Stage): Promise<void> {
  await answer(stage.page, "GET", REPLY, ANSWERED);
  await go(stage, "visitor", REPLY_PAGE, "Your number is");
}

const REPLIES: readonly Scene[] = [
  {
    name: "contact-reply-loading",
    open: async (stage) => {
      await holdRequests(stage.page, REPLY);
      await go(stage, "visitor", REPLY_PAGE, "One moment...");
    },
  },
  { name: "contact-reply", open: openReply },
  {
    name: "contact-reply-mistake",
    open: async (stage) => {
      await openReply(stage);
      await press(stage.page, "Send Message");
      await see(stage.page, "Message is required");
    },
  },
  {
    name: "contact-reply-not-sent",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", REPLY, 500);
      await openReply(stage);
      await fill(stage.page, { Message: "That was my old address. What can I do?" });
      await press(stage.page, "Send Message");
      await see(stage.page, "Failed to send message");
    },
  },
  {
    name: "contact-reply-sent",
    open: async (stage) => {
      await openReply(stage);
      await answer(stage.page, "POST", REPLY, { success: true });
      await fill(stage.page, { Message: "That was my old address. What can I do?" });
      await press(stage.page, "Send Message");
      await see(stage.page, "Message sent");
    },
  },
  {
    name: "contact-reply-unknown",
    expectedMessages: REJECTION_MESSAGE,
    open: at("visitor", "/contact/nothing", "Invalid Link"),
  },
  {
    name: "contact-reply-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", REPLY, 500);
      await go(stage, "visitor", REPLY_PAGE, "Our answer did not load");
    },
  },
];

const LEAVING: readonly Scene[] = [
  { name: "newsletter-confirm", open: at("visitor", "/newsletter/confirm/a-link", "Want our newsletter?") },
  pressed(
    "newsletter-confirmed",
    "/newsletter/confirm/a-link",
    "Yes, subscribe me",
    [NEWSLETTER, {}],
    "You're on the list",
  ),
  pressed(
    "newsletter-invalid",
    "/newsletter/confirm/nothing",
    "Yes, subscribe me",
    undefined,
    "Invalid or Expired Link",
  ),
  { name: "newsletter-unsubscribe", open: at("visitor", "/newsletter/unsubscribe/a-link", "Leave the newsletter?") },
  pressed("newsletter-left", "/newsletter/unsubscribe/a-link", "Unsubscribe", [NEWSLETTER, {}], ENDED),
  { name: "unsubscribe", open: at("visitor", "/notifications/unsubscribe/a-link", "No more of these emails?") },
  pressed(
    "unsubscribed",
    "/notifications/unsubscribe/a-link",
    "Unsubscribe",
    [UNSUBSCRIBE, { cause: "message" }],
    ENDED,
  ),
  pressed(
    "unsubscribe-invalid",
    "/notifications/unsubscribe/nothing",
    "Unsubscribe",
    undefined,
    "Invalid or Expired Link",
  ),
];

export const links: SceneGroup = {
  group: "Links of mails",
  scenes: [...PASSWORDS, ...ADDRESSES, ...NOT_ME, ...DATA_COPY, ...REPLIES, ...LEAVING],
};
