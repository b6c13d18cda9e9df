import { randomUUID } from "node:crypto";
import type { RequestOf } from "#contract/endpoint.ts";
import type { sendContactMessage } from "#contract/site/site.ts";

export type ContactBody = RequestOf<typeof sendContactMessage>["body"];

/** A valid contact message from a unique address. */
export const contactMessage = (change: object = {}): ContactBody => ({
  name: "Maya",
  email: `${randomUUID()}@example.com`,
  subject: "Technical Support",
  message: "The stopwatch on my profile has stopped.",
  ...change,
});
