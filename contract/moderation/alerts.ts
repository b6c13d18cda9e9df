import * as z from "zod/mini";
import { email, lengthLimit } from "#contract/form-fields.ts";
import { ALERT_KINDS, URGENCIES } from "#contract/moderation/alert-kinds.ts";
import { staffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { pushEndpoint, pushSubscription } from "#contract/notifications/notifications.ts";
import { ok, okResponse, time } from "#contract/schemas.ts";

const settings = {
  success: ok,
  /** The confirmed address; null if there is none. */
  email: z.nullable(z.string()),
  /** An address that waits for its code; null if there is none, or the time is over. */
  pending: z.nullable(z.object({ email: z.string(), until: time })),
  /** The kinds that the caller's role works on, and the channels of each. */
  kinds: z.array(z.object({ kind: z.enum(ALERT_KINDS), email: z.boolean(), push: z.boolean() })),
  /** The browsers that get pushes. */
  devices: z.int(),
  /** With which a browser subscribes (VAPID, RFC 8292). */
  pushKey: z.string(),
};
const reply = z.object(settings);
export type AlertSettings = z.output<typeof reply>;

export const getAlertSettings = staffEndpoint({
  method: "GET",
  path: "/api/moderation/alerts",
  summary: "Of what the caller is alerted, and how",
  needs: "act",
  reply,
});

export const setAlerts = staffEndpoint({
  method: "PUT",
  path: "/api/moderation/alerts/kinds",
  summary: "Choose by which channels alerts of one kind come",
  needs: "act",
  body: z.object({ kind: z.enum(ALERT_KINDS), email: z.boolean(), push: z.boolean() }),
  reply,
});

export const requestAlertAddress = staffEndpoint({
  method: "POST",
  path: "/api/moderation/alerts/email",
  summary: "Mail a code to an address, which confirms it. Valid for 15 minutes and five attempts",
  needs: "act",
  body: z.object({ email }),
  reply,
});

export const confirmAlertAddress = staffEndpoint({
  method: "POST",
  path: "/api/moderation/alerts/email/confirm",
  summary: "Confirm the address by the mailed code",
  needs: "act",
  body: z.object({ code: z.string().check(z.trim(), lengthLimit(10)) }),
  reply,
});

export const removeAlertAddress = staffEndpoint({
  method: "DELETE",
  path: "/api/moderation/alerts/email",
  summary: "Remove the address, and one that waits for its code. Idempotent",
  needs: "act",
  reply,
});

export const addAlertDevice = staffEndpoint({
  method: "POST",
  path: "/api/moderation/alerts/devices",
  summary: "Send pushes to this browser, until its person logs out in it. Idempotent",
  needs: "act",
  body: pushSubscription,
  reply: okResponse,
});

export const checkAlertDevice = staffEndpoint({
  method: "POST",
  path: "/api/moderation/alerts/devices/check",
  summary:
    "Whether pushes for the caller go to this browser. It belongs to the caller's session from then on; one that got pushes for a colleague gets none any more",
  needs: "act",
  body: z.object({ endpoint: pushEndpoint }),
  reply: z.object({ success: ok, isOn: z.boolean() }),
});

export const removeAlertDevice = staffEndpoint({
  method: "POST",
  path: "/api/moderation/alerts/devices/remove",
  summary: "Send no pushes to this browser any more. Idempotent",
  needs: "act",
  body: z.object({ endpoint: pushEndpoint }),
  reply: okResponse,
});

export const testAlerts = staffEndpoint({
  method: "POST",
  path: "/api/moderation/alerts/test",
  summary: "Send the caller a test by each channel that is set up",
  needs: "act",
  reply: z.object({ success: ok, email: z.boolean(), devices: z.int() }),
});

/** What a push has in it, and a mail says: nothing of the case. */
export const staffPush = z.object({
  /** A test has neither. */
  alert: z.nullable(z.object({ urgency: z.enum(URGENCIES), dueAt: time })),
  /** In the console: the case, or the queue for a notice without one. */
  path: z.string(),
  /** A later push with the same tag replaces it on the screen. */
  tag: z.string(),
});
export type StaffPush = z.output<typeof staffPush>;
