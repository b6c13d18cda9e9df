import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { notificationFlags, notificationFlagsUpdate } from "#contract/members/profiles.ts";
import { quietHours } from "#contract/notifications/quiet-hours.ts";
import { ok, sentTime } from "#contract/schemas.ts";

/** A change is sent to the member's other devices as `settings_changed`. */

export const updateNotifications = endpoint({
  method: "PUT",
  path: "/api/profile/notifications",
  summary:
    "Set the current member's notification preferences, and quiet hours if given. They are read with the profile",
  access: "member",
  body: z.object({
    notifications: notificationFlagsUpdate,
    /** Null turns them off. */
    quietHours: z.optional(z.nullable(quietHours)),
  }),
  reply: z.object({ success: ok, notifications: notificationFlags, quietHours: z.nullable(quietHours) }),
});

const privacy = z.object({
  /** Neither in browse nor visible to anybody without a crush in either direction. */
  hidden: z.boolean(),
  /** When a hidden profile is shown again; null if only the member does that. Changes together with `hidden`. */
  hiddenUntil: z.nullable(sentTime),
  /** Read receipts are shown only if both members have this on. */
  readReceipts: z.boolean(),
  /** No names, no content. */
  discreetNotifications: z.boolean(),
  /** Off: no sets are made. */
  dailySet: z.boolean(),
});
export type Privacy = z.output<typeof privacy>;

export const getPrivacy = endpoint({
  method: "GET",
  path: "/api/settings/privacy",
  summary: "Get the current member's privacy settings",
  access: "member",
  reply: z.object({ success: ok, privacy }),
});

export const updatePrivacy = endpoint({
  method: "PUT",
  path: "/api/settings/privacy",
  summary: "Update privacy settings. Absent fields keep their values",
  access: "member",
  body: z.partial(privacy),
  reply: z.object({ success: ok, privacy }),
});
