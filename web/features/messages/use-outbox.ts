import { useMemo, useSyncExternalStore } from "react";
import { v7 as newId } from "uuid";
import { setLastSent } from "#web/features/messages/last-sent.ts";
import type { OutgoingMessage } from "#web/features/messages/outbox.ts";
import { addToOutbox } from "#web/features/messages/outbox-sender.ts";
import { outboxStore } from "#web/features/messages/outbox-store.ts";

/** What this browser has written to a member and the server has not confirmed. */
export function useOutbox(userId: string): OutgoingMessage[] {
  const held = useSyncExternalStore(outboxStore.subscribe, outboxStore.read);
  return useMemo(() => held.filter((one) => one.userId === userId), [held, userId]);
}

const nowIso = (): string => new Date().toISOString();

/** Writes to a member; shown at once. What comes after something that waits for the network waits, too. */
export function sendText(userId: string, content: string): void {
  const waits = outboxStore.read().some((one) => one.userId === userId && one.state === "waiting");
  const clientId = newId();
  setLastSent(clientId);
  addToOutbox({ clientId, userId, content, createdAt: nowIso(), state: waits ? "waiting" : "sending" });
}

/** Sends a message once more: a refused one as if it were written now, one that waits in its place. */
export function retryMessage({ clientId, userId, content, createdAt, state }: OutgoingMessage): void {
  if (state === "failed") setLastSent(clientId);
  addToOutbox({ clientId, userId, content, createdAt: state === "failed" ? nowIso() : createdAt, state: "sending" });
}
