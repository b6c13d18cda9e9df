import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { CAUSE_NAMES, EVENT_CAUSE_NAMES } from "#contract/notifications/notification-causes.ts";
import { emailToken, ok, okResponse } from "#contract/schemas.ts";

/** Bytes as the browser's push interface writes them: base64url, without padding. */
const bytes = (count: number) => {
  const length = Math.ceil((count * 4) / 3);
  return z.string().check(lengthLimit(length), z.regex(new RegExp(`^[\\w-]{${length}}$`)));
};

/** The URL of a push service. The server checks its host before it sends anything. */
export const pushEndpoint = z.string().check(lengthLimit(1000), z.url({ protocol: /^https?$/ }));

/** As a browser's `PushSubscription` has it. */
export const pushSubscription = z.object({
  endpoint: pushEndpoint,
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});

export const getPushKey = endpoint({
  method: "GET",
  path: "/api/notifications/push-key",
  summary: "Get the public key with which a browser subscribes to pushes (VAPID, RFC 8292)",
  access: "member",
  reply: z.object({ success: ok, key: z.string() }),
});

export const registerPushSubscription = endpoint({
  method: "POST",
  path: "/api/notifications/push",
  summary: "Register this browser's push subscription until the session ends. Idempotent",
  access: "member",
  body: pushSubscription,
  reply: okResponse,
});

export const deletePushSubscription = endpoint({
  method: "POST",
  path: "/api/notifications/push/unsubscribe",
  summary: "Delete a push subscription. Idempotent",
  access: "member",
  body: z.object({ endpoint: pushEndpoint }),
  reply: okResponse,
});

export const causeName = z.enum(CAUSE_NAMES);

export const unsubscribeEmails = endpoint({
  method: "POST",
  path: "/api/notifications/unsubscribe/:token",
  summary:
    "Unsubscribe from notifications of one cause, or from all emails except those about the account, by the token of an emailed link. Idempotent",
  access: "anyone",
  params: z.object({ token: emailToken }),
  body: z.object({ all: z.optional(z.boolean()) }),
  reply: z.object({ success: ok, cause: causeName }),
});

/** Encrypted. The other member and the target page, nothing else. */
export const pushMessage = z.object({
  /** The recipient's id: the device may have another member's session by now. */
  to: z.string(),
  cause: z.enum(EVENT_CAUSE_NAMES),
  /** The sender; absent for a balance. Without a name in discreet mode. */
  from: z.optional(z.object({ id: z.string(), username: z.optional(z.string()) })),
  url: z.string(),
  /** A later push with the same tag replaces it on the screen. */
  tag: z.string(),
  /** Unread messages and new crushes in the app. */
  waiting: z.int(),
});
export type PushMessage = z.output<typeof pushMessage>;
