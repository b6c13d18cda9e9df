import type { Message } from "#contract/messages.ts";

/** A message that the server has not confirmed. */
export interface Outgoing {
  /** Made here; the same one again is the same message. */
  readonly clientId: string;
  readonly content: string;
  readonly createdAt: string;
  readonly state: "sending" | "failed";
  /** What a person reads under a failed one. */
  readonly failure?: string;
}

/** The outbox with a message in it once, whichever state it was in. */
export const withOutgoing = (outbox: readonly Outgoing[], outgoing: Outgoing): Outgoing[] =>
  outbox.some((one) => one.clientId === outgoing.clientId)
    ? outbox.map((one) => (one.clientId === outgoing.clientId ? outgoing : one))
    : [...outbox, outgoing];

export const withoutOutgoing = (outbox: readonly Outgoing[], clientId: string | null): Outgoing[] =>
  outbox.filter((one) => one.clientId !== clientId);

/** What is still to be shown as sending or failed: not what the thread has by now. */
export function unconfirmed(outbox: readonly Outgoing[], messages: readonly Message[]): Outgoing[] {
  const arrived = new Set(messages.map((message) => message.clientId));
  return outbox.filter((one) => !arrived.has(one.clientId));
}
