import { randomUUID } from "node:crypto";
import type { OwnReport } from "#contract/safety.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { mockPush, mockPushRoutes } from "#e2e/support/push-browser.ts";
import { answer, at, fill, go, press, see, seeSkeleton } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

/** Opens a tab, and a dialog from it. */
async function ask(stage: Stage, tab: string, button: string | RegExp): Promise<void> {
  await go(stage, "me", `/settings/${tab}`, "Settings");
  await stage.page.getByRole("main").getByRole("button", { name: button }).click();
  await stage.page.getByRole("dialog").or(stage.page.getByRole("alertdialog")).waitFor();
}

/** A tab that is loading, and one that failed to load. */
const unloaded = (tab: string, address: string, words: string): readonly Scene[] => [
  {
    name: `settings-${tab}-loading`,
    open: async (stage) => {
      await holdRequests(stage.page, address);
      await go(stage, "me", `/settings/${tab}`, "Settings");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: `settings-${tab}-error`,
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
}));

const PRIVACY: readonly Scene[] = [
  { name: "settings-privacy", open: at("me", "/settings/privacy", "Settings") },
  { name: "settings-privacy-nobody-blocked", open: at("newcomer", "/settings/privacy", "Nobody.") },
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
      await refuseRequests(stage.page, "POST", "**/api/account/export", 500);
      await ask(stage, "privacy", "Download my data");
      await fill(stage.page, { Password: "a password" });
      await stage.page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
      await see(stage.page, "Your data could not be asked for. Please try again.");
    },
  },
  ...unloaded("privacy", "**/api/settings/privacy", "Your settings did not load."),
];

const WAITING = {
  email: "maya@example.com",
  emailVerified: true,
  pending: { email: "a.much.longer.address.of.maya@mail.example-university.edu", until: "2026-03-05T18:30:00.000Z" },
};

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

const BILLING: readonly Scene[] = [
  { name: "settings-billing", open: at("me", "/settings/billing", "Billing") },
  ...unloaded("billing", "**/api/crushes/data*", "Your crushes did not load."),
];

export const setting: SceneGroup = {
  group: "Settings",
  scenes: [...NOTIFICATIONS, ...PRIVACY, ...ACCOUNT, ...BILLING],
};
