import type { PushMessage } from "#contract/notifications/notifications.ts";

export const ORIGIN = "https://spotter.example";
export const message = {
  to: "me",
  cause: "message",
  from: { id: "her", username: "Sam" },
  url: "/messages/her?from=push",
  tag: "message her",
  waiting: 3,
} as const satisfies PushMessage;
