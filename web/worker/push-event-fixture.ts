import type { PushMessage } from "#contract/notifications.ts";

/** For tests: where the worker is, and a push as the server sends it. */
export const ORIGIN = "https://spotter.example";
export const message = {
  to: "me",
  kind: "message",
  from: { id: "her", username: "Sam" },
  url: "/messages/her?from=push",
  tag: "message her",
  waiting: 3,
} as const satisfies PushMessage;
