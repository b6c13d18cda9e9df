import type { Page } from "@playwright/test";
import { ALERT_KINDS } from "#contract/moderation/alert-kinds.ts";
import type { AlertSettings } from "#contract/moderation/alerts.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { inMinutes } from "./moderation-data.ts";
import { drop, hold, logInStaff, openConsole, reject, reply } from "./moderation-replies.ts";
import { press, see, seeSkeleton } from "./navigation.ts";
import type { Scene } from "./scene.ts";

const ADDRESS = "grace.okafor@mail.example";
const KEY = "BNbN3OiAHXnLKNLQ2XJ4k7SRXWjXWnrVGlVbtvVyQbBZP3D3ZPpRAqJ6-VyQbBZP3D3ZPpRAqJ6VyQbBZP3D3Z";

const settings = (more: Partial<AlertSettings> = {}): AlertSettings => ({
  success: true,
  email: null,
  pending: null,
  devices: 0,
  pushKey: KEY,
  kinds: ALERT_KINDS.map((kind) => {
    const isOn = kind === "danger" || kind === "under_18";
    return { kind, email: isOn || kind === "report", push: isOn };
  }),
  ...more,
});

const PENDING = { email: ADDRESS, until: inMinutes(14) };

type Device = "on" | "off" | "blocked" | "unsupported" | "install";

/** Browsers of tests block notifications. */
const pretend = (page: Page, device: Device) =>
  page.addInitScript((device) => {
    if (device === "install")
      Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)" });
    if (device === "unsupported" || device === "install") Reflect.deleteProperty(window, "PushManager");
    const permission = device === "blocked" ? "denied" : device === "on" ? "granted" : "default";
    Object.defineProperty(Notification, "permission", { get: () => permission });
    const subscription = { endpoint: "https://push.example/1", unsubscribe: async () => true };
    const registration = { scope: "/moderation/", pushManager: { getSubscription: async () => subscription } };
    if (device === "on") navigator.serviceWorker.getRegistration = async () => registration as never;
  }, device);

async function openAlerts(
  stage: Parameters<Scene["open"]>[0],
  shown: AlertSettings,
  device: Device,
  ready = "What you are alerted of",
): Promise<void> {
  await logInStaff(stage.page);
  await pretend(stage.page, device);
  await reply(stage.page, "GET /api/moderation/alerts", shown);
  await reply(stage.page, "POST /api/moderation/alerts/devices/check", { success: true, isOn: device === "on" });
  await openConsole(stage, "/alerts", ready);
}

const alerts = (name: string, shown: AlertSettings, device: Device, ready?: string): Scene => ({
  name: `console-alerts${name}`,
  open: (stage) => openAlerts(stage, shown, device, ready),
});

export const STAFF_ALERTS: readonly Scene[] = [
  alerts("", settings({ email: ADDRESS, devices: 2 }), "on", "2 devices of yours get pushes."),
  alerts("-nothing", settings(), "off", "Nothing alerts you yet."),
  alerts("-code", settings({ pending: PENDING }), "blocked", "Your browser blocks pushes"),
  alerts("-iphone", settings({ email: ADDRESS }), "install", "Add to Home Screen"),
  alerts("-unsupported", settings({ email: ADDRESS, pending: PENDING }), "unsupported", "cannot show pushes"),
  {
    name: "console-alerts-wrong-code",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await openAlerts(stage, settings({ pending: PENDING }), "off");
      const errors = { code: "That is not the code of the latest mail." };
      await reject(stage.page, "POST /api/moderation/alerts/email/confirm", 400, { errors });
      await stage.page.getByLabel("The code of that mail").fill("123456");
      await press(stage.page, "Confirm");
      await see(stage.page, errors.code);
    },
  },
  {
    name: "console-alerts-not-saved",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await openAlerts(stage, settings({ email: ADDRESS }), "off");
      await drop(stage.page, "PUT /api/moderation/alerts/kinds");
      await stage.page.getByRole("checkbox", { name: "Appeals by email" }).press("Space");
      await see(stage.page, "Your choice was not saved.");
    },
  },
  {
    name: "console-alerts-loading",
    open: async (stage) => {
      await logInStaff(stage.page);
      await hold(stage.page, "GET /api/moderation/alerts");
      await openConsole(stage, "/alerts", "What it is about stays in the console.");
      await seeSkeleton(stage.page);
    },
  },
  {
    name: "console-alerts-error",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page);
      await reject(stage.page, "GET /api/moderation/alerts", 400);
      await openConsole(stage, "/alerts", "Your alerts did not load");
    },
  },
  {
    name: "console-alerts-read-only",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await logInStaff(stage.page, { role: "read_only" });
      await reject(stage.page, "GET /api/moderation/alerts", 403, { code: "staff_forbidden" });
      await openConsole(stage, "/alerts", "Your role gets no alerts");
    },
  },
];
