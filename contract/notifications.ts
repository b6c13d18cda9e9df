import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { emailToken, lengthLimit, ok, okResponse } from "#contract/schemas.ts";

/** Being told of what happens while one is not looking: by push, and by mails that can be ended by a link in them. */

/** Bytes as the browser's push interface writes them: base64url, without padding. */
const bytes = (count: number) => {
  const length = Math.ceil((count * 4) / 3);
  return z.string().check(lengthLimit(length), z.regex(new RegExp(`^[\\w-]{${length}}$`)));
};

/** An address of a push service. Where it leads is looked at before anything is sent there. */
const pushEndpoint = z.string().check(lengthLimit(1000), z.url({ protocol: /^https?$/ }));

export const getPushKey = endpoint({
  method: "GET",
  path: "/api/notifications/push-key",
  summary: "The public key of this Spotter that a browser subscribes to pushes with (VAPID, RFC 8292)",
  access: "member",
  reply: z.object({ success: ok, key: z.string() }),
});

export const registerPushSubscription = endpoint({
  method: "POST",
  path: "/api/notifications/push",
  summary: "Be told by push on this device, for as long as this login lasts; again is no harm",
  access: "member",
  body: z.object({
    endpoint: pushEndpoint,
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  }),
  reply: okResponse,
});

export const deletePushSubscription = endpoint({
  method: "POST",
  path: "/api/notifications/push/unsubscribe",
  summary: "Be told by push no more at this address; again is no harm",
  access: "member",
  body: z.object({ endpoint: pushEndpoint }),
  reply: okResponse,
});

/** What a mail told of, as its link to end such mails says. */
export const emailCategory = z.enum(["crush", "message", "match", "low_balance", "marketing"]);
export type EmailCategory = z.output<typeof emailCategory>;

export const unsubscribeEmails = endpoint({
  method: "POST",
  path: "/api/notifications/unsubscribe/:token",
  summary:
    "End mails of one kind, or all but those about one's account, by the link that stands in each; again is no harm",
  access: "anyone",
  params: z.object({ token: emailToken }),
  body: z.object({ all: z.optional(z.boolean()) }),
  reply: z.object({ success: ok, kind: emailCategory }),
});

/** What a push carries to the browser, encrypted: no more than who, and where to. */
export const pushMessage = z.object({
  /** The id of whom it is for: the device may be another member's by now. */
  to: z.string(),
  kind: z.enum(["crush", "message", "match", "low_balance"]),
  /** Whoever sent it; nobody for a balance. Without a name where the member wants discreet notifications. */
  from: z.optional(z.object({ id: z.string(), username: z.optional(z.string()) })),
  /** The page of the app that it is about. */
  url: z.string(),
  /** A later one with the same tag takes its place on the screen. */
  tag: z.string(),
  /** What waits to be looked at in the app: unread messages and new crushes. */
  waiting: z.int(),
});
export type PushMessage = z.output<typeof pushMessage>;
