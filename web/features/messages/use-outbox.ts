import { useMemo, useSyncExternalStore } from "react";
import { v7 as newId } from "uuid";
import type { Outgoing } from "#web/features/messages/outbox.ts";
import { box } from "#web/features/messages/outbox-box.ts";
import { sayHere } from "#web/features/messages/said.ts";
import { putOut } from "#web/features/messages/sending.ts";

/** What this browser has written to a member and the server has not confirmed. */
export function useOutbox(userId: string): Outgoing[] {
  const held = useSyncExternalStore(box.subscribe, box.read);
  return useMemo(() => held.filter((one) => one.userId === userId), [held, userId]);
}

const now = (): string => new Date().toISOString();

/** Writes to a member; shown at once. What comes after something that waits for the network waits, too. */
export function writeTo(userId: string, content: string): void {
  const waits = box.read().some((one) => one.userId === userId && one.state === "waiting");
  const clientId = newId();
  sayHere(clientId);
  putOut({ clientId, userId, content, createdAt: now(), state: waits ? "waiting" : "sending" });
}

/** Sends a message once more: a refused one as if it were written now, one that waits in its place. */
export function sendAgain({ clientId, userId, content, createdAt, state }: Outgoing): void {
  if (state === "failed") sayHere(clientId);
  putOut({ clientId, userId, content, createdAt: state === "failed" ? now() : createdAt, state: "sending" });
}
