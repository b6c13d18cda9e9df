import { randomUUID } from "node:crypto";
import { ERRORS } from "#contract/errors.ts";
import type { OwnReport } from "#contract/moderation/reports.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { mockPush, mockPushRoutes } from "#e2e/support/push-browser.ts";
import { answer, at, fill, go, press, see, seeSkeleton } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

async function ask(stage: Stage, tab: string, button: string | RegExp): Promise<void> {
  await go(stage, "me", `/settings/${tab}`, "Settings");
  await stage.page.getByRole("main").getByRole("button", { name: button }).click();
  await stage.page.getByRole("dialog").or(stage.page.getByRole("alertdialog")).waitFor();
}

/** Loading, and failed. @param name of the part, if it is not the whole tab */
const unloaded = (tab: string, address: string, words: string, name = tab): readonly Scene[] => [
  {
    name: `settings-${name}-loading`,
    open: async (stage) => {
      await holdRequests(stage.page, address);
      await go(stage, "me", `/settings/${tab}`, "Settings");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: `settings-${name}-error`,
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", address, 500);
      await go(stage, "me", `/settings/${tab}`, words);
    },
  },
];

const NOTIFICATIONS: readonly Scene[] = [
  { name: "settings-notifications", open: at("me", "/settings", "Settings") },
  {
    name: "settings-notifications-push",
    open: async (stage) => {
      await mockPush(stage.page);
      await mockPushRoutes(stage.page);
      await go(stage, "me", "/settings", "Push notifications");
    },
  },
  {
    name: "settings-notifications-blocked",
    open: async (stage) => {
      await mockPush(stage.page, "denied");
      await go(stage, "me", "/settings", "Push notifications");
      await stage.page.getByRole("switch", { name: "Push notifications" }).click();
      await see(stage.page, /^Your browser blocks notifications/);
    },
  },
  {
    name: "settings-notifications-saved",
    isTemporary: true,
    open: async (stage) => {
      await go(stage, "newcomer", "/settings", "Settings");
      await stage.page.getByRole("switch").filter({ visible: true }).nth(1).click();
      await press(stage.page, /^Save/);
      await see(stage.page, "Settings saved successfully!");
    },
  },
  {
    name: "settings-quiet-hours",
    open: async (stage) => {
      await go(stage, "me", "/settings", "Settings");
      await stage.page.getByRole("switch", { name: "Quiet hours" }).click();
      await see(stage.page, "Until");
    },
  },
  {
    name: "settings-notifications-failed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "PUT", "**/api/profile/notifications", 500);
      await go(stage, "newcomer", "/settings", "Settings");
      await stage.page.getByRole("switch").filter({ visible: true }).nth(1).click();
      await press(stage.page, /^Save/);
      await see(stage.page, "Failed to save settings. Please try again.");
    },
  },
  ...unloaded("notifications", "**/api/profile", "Your settings did not load."),
];

const SESSIONS = ["Chrome on Android", "Safari on iPhone", "Firefox on Windows"].map((device, i) => ({
  _id: randomUUID(),
  device,
  current: i === 0,
  newDevice: i > 0,
  // The second one is marked as new.
  createdAt: i === 1 ? new Date().toISOString() : "2026-03-02T08:00:00.000Z",
  lastUsedAt: "2026-03-05T18:30:00.000Z",
}));

const CONTACTS = ["maya_lifts", "Bartholomew_Weatherington_WWWW", "kim"].map((username, i) => ({
  _id: randomUUID(),
  username,
  lastContactAt: `2026-03-0${5 - i}T18:30:00.000Z`,
  isBlocked: i === 2,
}));

const REPORTS: readonly OwnReport[] = (["upheld", null, "not_upheld"] as const).map((outcome, i) => ({
  number: ["R-7K2M9Q", "R-4XWB8T", "R-P3D6HN"][i] ?? "",
  about: ["Bartholomew_Weatherington_WWWW", "kim", null][i] ?? null,
  reason: "Something else",
  sentAt: `2026-03-0${5 - i}T18:30:00.000Z`,
  outcome,
  decidedAt: outcome && "2026-03-06T18:30:00.000Z",
  objectToken: outcome === "not_upheld" ? "a".repeat(43) : null,
}));

const PRIVACY: readonly Scene[] = [
  { name: "settings-privacy", open: at("me", "/settings/privacy", "Settings") },
  { name: "settings-privacy-nobody-blocked", open: at("newcomer", "/settings/privacy", "Nobody") },
  {
    name: "settings-privacy-paused",
    open: async (stage) => {
      const privacy = { hidden: true, hiddenUntil: "2027-03-02T12:00:00.000Z", readReceipts: true };
      const reply = { success: true, privacy: { ...privacy, discreetNotifications: false, dailySet: true } };
      await answer(stage.page, "GET", "**/api/settings/privacy", reply);
      await go(stage, "me", "/settings/privacy", "Show it again");
    },
  },
  { name: "settings-unblock-question", open: (stage) => ask(stage, "privacy", /^Unblock/) },
  {
    name: "settings-privacy-sessions",
    open: async (stage) => {
      await answer(stage.page, "GET", "**/api/auth/sessions", { success: true, sessions: SESSIONS });
      await go(stage, "me", "/settings/privacy", "Safari on iPhone");
    },
  },
  { name: "settings-download", open: (stage) => ask(stage, "privacy", "Download my data") },
  {
    name: "settings-past-contacts",
    open: async (stage) => {
      const reply = { success: true, contacts: CONTACTS, nextCursor: randomUUID() };
      await answer(stage.page, "GET", "**/api/safety/past-contacts*", reply);
      await go(stage, "me", "/settings/privacy", "maya_lifts");
    },
  },
  {
    name: "settings-reports",
    open: async (stage) => {
      const reply = { success: true, reports: REPORTS, nextCursor: randomUUID() };
      await answer(stage.page, "GET", "**/api/safety/reports*", reply);
      await go(stage, "me", "/settings/privacy", "R-7K2M9Q");
    },
  },
  {
    name: "settings-reports-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", "**/api/safety/reports*", 500);
      await go(stage, "me", "/settings/privacy", "The list did not load.");
    },
  },
  {
    name: "settings-past-contacts-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "GET", "**/api/safety/past-contacts*", 500);
      await go(stage, "me", "/settings/privacy", "The list did not load.");
    },
  },
  {
    name: "settings-past-contact-block-question",
    open: async (stage) => {
      const reply = { success: true, contacts: CONTACTS, nextCursor: null };
      await answer(stage.page, "GET", "**/api/safety/past-contacts*", reply);
      await go(stage, "me", "/settings/privacy", "maya_lifts");
      await press(stage.page, "Block maya_lifts");
      await stage.page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "settings-download-failed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", "**/api/account/data-copy", 500);
      await ask(stage, "privacy", "Download my data");
      await fill(stage.page, { Password: "a password" });
      await stage.page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
      await see(stage.page, "Your data could not be asked for. Please try again.");
    },
  },
  {
    name: "settings-download-preparing",
    open: async (stage) => {
      const copy = { state: "preparing", percent: 40, bytes: null, expiresAt: null };
      await answer(stage.page, "GET", "**/api/account/data-copy", { success: true, copy });
      await go(stage, "me", "/settings/privacy", "Preparing your data... 40%");
    },
  },
  {
    name: "settings-download-ready",
    open: async (stage) => {
      const copy = { state: "ready", percent: 100, bytes: 12_345_678, expiresAt: "2026-03-05T18:30:00.000Z" };
      await answer(stage.page, "GET", "**/api/account/data-copy", { success: true, copy });
      await go(stage, "me", "/settings/privacy", "Your data is ready: 12 MB");
    },
  },
  ...unloaded("privacy", "**/api/settings/privacy", "Your settings did not load."),
];

const WAITING = {
  email: "maya@example.com",
  emailVerified: true,
  pending: { email: "a.much.longer.address.of.maya@mail.example-university.edu", until: "2026-03-05T18:30:00.000Z" },
};

const FACTORS = {
  passkeysAllowed: true,
  passkeys: ["Chrome on Android", "The blue key that hangs beside the door of the gym"].map((name, i) => ({
    _id: randomUUID(),
    name,
    createdAt: "2026-03-02T08:00:00.000Z",
    lastUsedAt: i === 0 ? "2026-03-05T18:30:00.000Z" : null,
    synced: i === 0,
  })),
  totpSince: "2026-03-03T08:00:00.000Z",
  recoveryCodesLeft: 7,
};

const RECOVERY_CODES = Array.from({ length: 10 }, (_, i) => `7k2m${i}-w0b${i}d`);
const TOTP_KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

async function openFactors(stage: Stage): Promise<void> {
  await answer(stage.page, "GET", "**/api/auth/factors", { success: true, factors: FACTORS });
  await go(stage, "me", "/settings/account", "7 of 10 left");
}

const LOGIN_SECURITY: readonly Scene[] = [
  { name: "settings-factors", open: openFactors },
  {
    name: "settings-factors-offline",
    expectedMessages: REJECTION_MESSAGE,
    isTemporary: true,
    open: async (stage) => {
      await abortRequests(stage.page, "POST", "**/api/auth/recovery-codes");
      await openFactors(stage);
      await press(stage.page, "Make New Codes");
      await stage.page.getByRole("alert").waitFor();
    },
  },
  {
    name: "settings-factors-remove-question",
    open: async (stage) => {
      await openFactors(stage);
      await press(stage.page, "Edit Chrome on Android");
      await press(stage.page, "Remove this passkey");
      await stage.page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "settings-passkey",
    open: async (stage) => {
      await openFactors(stage);
      await press(stage.page, "Edit Chrome on Android");
      await see(stage.page, "Only you see it.");
    },
  },
  {
    name: "settings-recovery-codes",
    open: async (stage) => {
      const reply = { success: true, recoveryCodes: RECOVERY_CODES };
      await answer(stage.page, "POST", "**/api/auth/recovery-codes", reply);
      await openFactors(stage);
      await press(stage.page, "Make New Codes");
      await see(stage.page, "Keep these codes");
    },
  },
  {
    name: "settings-authenticator-app",
    open: async (stage) => {
      const uri = `otpauth://totp/Spotter:maya?issuer=Spotter&secret=${TOTP_KEY}`;
      await answer(stage.page, "POST", "**/api/auth/totp", { success: true, uri, key: TOTP_KEY });
      await go(stage, "me", "/settings/account", "Set Up an App");
      await press(stage.page, "Set Up an App");
      await stage.page.getByRole("img", { name: "QR code of the key" }).waitFor();
    },
  },
  {
    name: "settings-authenticator-app-mistake",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const uri = `otpauth://totp/Spotter:maya?issuer=Spotter&secret=${TOTP_KEY}`;
      await answer(stage.page, "POST", "**/api/auth/totp", { success: true, uri, key: TOTP_KEY });
      const errors = { code: ERRORS.wrong_code };
      await refuseRequests(stage.page, "POST", "**/api/auth/totp/confirm", 400, { errors });
      await go(stage, "me", "/settings/account", "Set Up an App");
      await press(stage.page, "Set Up an App");
      await stage.page.getByRole("img", { name: "QR code of the key" }).waitFor();
      await fill(stage.page, { "Code from your app": "123456" });
      await press(stage.page, "Turn On");
      await see(stage.page, ERRORS.wrong_code);
    },
  },
  {
    name: "settings-factors-remove-last-question",
    open: async (stage) => {
      const factors = { ...FACTORS, passkeys: [] };
      await answer(stage.page, "GET", "**/api/auth/factors", { success: true, factors });
      await go(stage, "me", "/settings/account", "7 of 10 left");
      await press(stage.page, "Remove the authenticator app");
      await see(stage.page, /It is your last one/);
    },
  },
  {
    name: "settings-reauthentication",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const body = { code: "reauthentication_required", message: "Please show once more that it is you." };
      await refuseRequests(stage.page, "POST", "**/api/auth/recovery-codes", 403, body);
      await openFactors(stage);
      await press(stage.page, "Make New Codes");
      await see(stage.page, "Is it you?");
      await see(stage.page, "Code from your app");
    },
  },
  {
    name: "settings-reauthentication-password",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const body = { code: "reauthentication_required", message: "Please show once more that it is you." };
      await refuseRequests(stage.page, "POST", "**/api/auth/totp", 403, body);
      await go(stage, "me", "/settings/account", "Set Up an App");
      await press(stage.page, "Set Up an App");
      await see(stage.page, "Is it you?");
      await stage.page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
    },
  },
  ...unloaded("account", "**/api/auth/factors", "Your login settings did not load.", "factors"),
];

const ACCOUNT: readonly Scene[] = [
  { name: "settings-account", open: at("me", "/settings/account", "Appearance") },
  {
    name: "settings-account-email-waits",
    open: async (stage) => {
      await answer(stage.page, "GET", "**/api/auth/email", { success: true, emails: WAITING });
      await go(stage, "me", "/settings/account", "Cancel the change");
    },
  },
  { name: "settings-change-email", open: (stage) => ask(stage, "account", "Change Email") },
  {
    name: "settings-change-email-mistakes",
    open: async (stage) => {
      await ask(stage, "account", "Change Email");
      await press(stage.page, "Send Link");
      await see(stage.page, "Email is required");
    },
  },
  { name: "settings-delete-account", open: (stage) => ask(stage, "account", "Delete Account") },
  {
    name: "settings-delete-account-mistake",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await ask(stage, "account", "Delete Account");
      await fill(stage.page, { Password: "not my password" });
      await stage.page.getByRole("dialog").getByRole("button", { name: "Delete Account" }).click();
      await see(stage.page, "Your current password is incorrect.");
    },
  },
  ...unloaded("account", "**/api/auth/email", "Your email did not load."),
];

const WITHDRAWALS = "**/api/crushes/withdrawals";
const PACK = {
  sessionId: "cs_test_0123456789abcdef01234567",
  kind: "package",
  name: "Power Pack",
  crushes: 15,
  amountCents: 999,
  boughtAt: "2026-11-20T18:00:00.000Z",
  refundCents: 866,
  unspent: 13,
  daysUsed: null,
} as const;
const MEMBERSHIP = {
  ...PACK,
  sessionId: "cs_test_0123456789abcdef01234568",
  kind: "subscription",
  name: "Unlimited membership",
  crushes: 0,
  amountCents: 2999,
  refundCents: 2699,
  unspent: 0,
  daysUsed: 3,
};
const PERIOD = { lastDay: "2026-12-04", isDisputed: false };
const WITHDRAWN = { ...PACK, withdrawnAt: "2026-11-22T09:30:00.000Z", refundState: "pending" };
const BUYER = { success: true, username: "maya", email: "maya@example.com" };

/** Billing of a buyer in the EU. */
async function openWithdrawals(stage: Stage, purchases: readonly object[], withdrawals: readonly object[] = []) {
  await answer(stage.page, "GET", WITHDRAWALS, { ...BUYER, purchases, withdrawals });
  await go(stage, "me", "/settings/billing", "Right of withdrawal");
}

const askToWithdraw = async (stage: Stage, purchase: object): Promise<void> => {
  await openWithdrawals(stage, [purchase]);
  await press(stage.page, /^Withdraw from contract here/);
  await see(stage.page, "Confirm withdrawal");
};

const BILLING: readonly Scene[] = [
  { name: "settings-billing", open: at("me", "/settings/billing", "Billing") },
  {
    name: "settings-billing-withdrawable",
    open: (stage) =>
      openWithdrawals(stage, [
        { ...PACK, ...PERIOD },
        { ...MEMBERSHIP, ...PERIOD, isDisputed: true },
      ]),
  },
  {
    name: "settings-billing-withdrawn",
    open: (stage) =>
      openWithdrawals(
        stage,
        [],
        [
          WITHDRAWN,
          { ...MEMBERSHIP, withdrawnAt: "2026-11-22T09:30:00.000Z", refundState: "refunded" },
          ...(["refused", "failed", "paid"] as const).map((refundState, i) => ({
            ...WITHDRAWN,
            sessionId: `cs_test_0123456789abcdef0123457${i}`,
            refundState,
          })),
        ],
      ),
  },
  { name: "withdrawal-statement", open: (stage) => askToWithdraw(stage, { ...PACK, ...PERIOD }) },
  { name: "withdrawal-statement-membership", open: (stage) => askToWithdraw(stage, { ...MEMBERSHIP, ...PERIOD }) },
  {
    name: "withdrawal-failed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", WITHDRAWALS, 500);
      await askToWithdraw(stage, { ...PACK, ...PERIOD });
      await press(stage.page, "Confirm withdrawal");
      await see(stage.page, "We could not make your withdrawal.");
    },
  },
  {
    name: "withdrawal-offline",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await abortRequests(stage.page, "POST", WITHDRAWALS);
      await askToWithdraw(stage, { ...PACK, ...PERIOD });
      await press(stage.page, "Confirm withdrawal");
      await stage.page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "withdrawal-changed",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      const message = ERRORS.withdrawal_changed;
      await refuseRequests(stage.page, "POST", WITHDRAWALS, 409, { code: "withdrawal_changed", message });
      await askToWithdraw(stage, { ...PACK, ...PERIOD });
      await press(stage.page, "Confirm withdrawal");
      await stage.page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "withdrawal-receipt",
    open: async (stage) => {
      await answer(stage.page, "POST", WITHDRAWALS, { success: true, withdrawal: WITHDRAWN });
      await askToWithdraw(stage, { ...PACK, ...PERIOD });
      await press(stage.page, "Confirm withdrawal");
      await see(stage.page, "You have withdrawn");
    },
  },
  ...unloaded("billing", "**/api/crushes/data*", "Your crushes did not load."),
];

export const setting: SceneGroup = {
  group: "Settings",
  scenes: [...NOTIFICATIONS, ...PRIVACY, ...ACCOUNT, ...LOGIN_SECURITY, ...BILLING],
};
