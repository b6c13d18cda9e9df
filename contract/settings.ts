import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { notificationFlags } from "#contract/profiles.ts";
import { ok } from "#contract/schemas.ts";

/** What a member sets. Each change is told to their own devices as `settings_changed`. */

export type NotificationFlags = z.output<typeof notificationFlags>;

export const updateNotifications = endpoint({
  method: "PUT",
  path: "/api/profile/notifications",
  summary: "Set the six flags of what one wants to be told of; they read back with one's profile",
  access: "member",
  body: z.object({ notifications: notificationFlags }),
  reply: z.object({ success: ok, notifications: notificationFlags }),
});

const privacy = z.object({
  /** Not in browse, and not there for anybody without a crush between the two. */
  hidden: z.boolean(),
  /** Whether others learn what one has read. They do, and oneself learns it of them, only where both have this on. */
  readReceipts: z.boolean(),
  /** Pushes name nobody, and not what they are about: they say only that something new waits. */
  discreetNotifications: z.boolean(),
});
export type Privacy = z.output<typeof privacy>;

export const getPrivacy = endpoint({
  method: "GET",
  path: "/api/settings/privacy",
  summary: "Who sees one, and whether others learn what one has read",
  access: "member",
  reply: z.object({ success: ok, privacy }),
});

export const updatePrivacy = endpoint({
  method: "PUT",
  path: "/api/settings/privacy",
  summary: "Change who sees one, or whether others learn what one has read; absent fields stay",
  access: "member",
  body: z.partial(privacy),
  reply: z.object({ success: ok, privacy }),
});
