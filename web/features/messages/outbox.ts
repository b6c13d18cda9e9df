import type { Message } from "#contract/messages.ts";

/** What is said of a message that did not go out, where the server has no better words. */
export const SEND_FAILED = "Failed to send message";

/** A message that the server has not confirmed. */
export interface OutgoingMessage {
  /** Made here; the same one again is the same message. Later ones are greater. */
  readonly clientId: string;
  /** To whom. */
  readonly userId: string;
  readonly content: string;
  readonly createdAt: string;
  /** On its way; not sent yet for want of a network, and tried again by itself; or refused. */
  readonly state: "sending" | "waiting" | "failed";
  /** What a person reads under a failed one, or one that the server puts off. */
  readonly failure?: string;
}

/** In the order in which they are to be sent. */
export const sortOutbox = (outbox: readonly OutgoingMessage[]): OutgoingMessage[] =>
  outbox.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.clientId, b.clientId));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The outbox with a message in it once, whichever state it was in. */
export const withOutgoing = (outbox: readonly OutgoingMessage[], outgoing: OutgoingMessage): OutgoingMessage[] =>
  sortOutbox([...outbox.filter((one) => one.clientId !== outgoing.clientId), outgoing]);

/** What is to be sent to a member, the first first. */
export const listQueued = (outbox: readonly OutgoingMessage[], userId: string): OutgoingMessage[] =>
  outbox.filter((one) => one.userId === userId && one.state !== "failed");

/** What is still to be shown as on its way or failed: not what the thread has by now. */
export function listUnconfirmed(outbox: readonly OutgoingMessage[], messages: readonly Message[]): OutgoingMessage[] {
  const arrived = new Set(messages.map((message) => message.clientId));
  return outbox.filter((one) => !arrived.has(one.clientId));
}
