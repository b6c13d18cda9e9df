import { URGENCIES, type Urgency } from "#contract/moderation/alert-kinds.ts";
import type { StaffPush } from "#contract/moderation/alerts.ts";
import { formatDayAndClock } from "#web/lib/format-date.ts";

const QUEUE = "/moderation/";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isUrgency = (value: unknown): value is Urgency => (URGENCIES as readonly unknown[]).includes(value);

/** Validates `staffPush` of the contract by hand, to keep zod out of the worker. */
export function parseAlert(payload: unknown): StaffPush | undefined {
  if (!isRecord(payload)) return undefined;
  const { alert, path, tag } = payload;
  if (typeof path !== "string" || !/^\/moderation(\/[\w/-]*)?$/.test(path) || typeof tag !== "string") return undefined;
  if (alert === null) return { alert, path, tag };
  if (!isRecord(alert) || !isUrgency(alert["urgency"]) || typeof alert["dueAt"] !== "string") return undefined;
  if (Number.isNaN(Date.parse(alert["dueAt"]))) return undefined;
  return { alert: { urgency: alert["urgency"], dueAt: alert["dueAt"] }, path, tag };
}

const TITLES: Readonly<Record<Urgency, string>> = {
  danger: "Danger: a case needs you",
  under_18: "Under 18: a case needs you",
  intimate_picture: "Intimate picture: a case needs you",
  other: "A case needs you",
};

/** Generic for an invalid push. */
export function buildAlert(push: StaffPush | undefined) {
  const { alert = undefined, path = QUEUE, tag = "unknown" } = push ?? {};
  const title = alert ? TITLES[alert.urgency] : push ? "A test of your alerts" : "Moderation";
  const body = alert
    ? `Due ${formatDayAndClock(new Date(alert.dueAt))}`
    : push
      ? "Alerts arrive on this device."
      : "Something new waits.";
  return { title, options: { body, tag, data: { path } } };
}
