import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { v7 as newId } from "uuid";
import { type Message, otherMemberId, sendMessage } from "#contract/messages.ts";
import { onContactEnded, onMemberDeleted } from "#web/features/members/contact.queries.ts";
import { withMessages, withUnansweredLimit } from "#web/features/messages/conversation-pages.ts";
import {
  updateConversationList,
  updateMessages,
  withLastMessage,
} from "#web/features/messages/conversations.queries.ts";
import { isContactEndedError } from "#web/features/messages/ended-conversations.queries.ts";
import { createDelivery } from "#web/features/messages/outbox-delivery.ts";
import { type OutgoingMessage, outboxStore, SEND_FAILED } from "#web/features/messages/outbox-store.ts";
import { resyncDeletedMember } from "#web/features/messages/resync.ts";
import { isConversationOpen, setLastSent } from "#web/features/messages/tab-state.ts";
import { type ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";
import { type Session, session } from "#web/lib/session.ts";
import { withTabLock } from "#web/lib/with-tab-lock.ts";
import { toast } from "#web/ui/toast.tsx";

/** Milliseconds after which a send counts as lost. The same `clientId` again does no harm. */
const TIMEOUT_MS = 15_000;

let delivery: ReturnType<typeof createDelivery> | undefined;

export const isInOutbox = (clientId: string | null): boolean =>
  outboxStore.read().some((one) => one.clientId === clientId);

/** Takes a message out of the outbox that the server has. */
export const removeConfirmed = (message: Message): void => outboxStore.arrived(message);

/** Takes a message out of the outbox that is not to be sent any more. */
export const removeFromOutbox = (clientId: string | null): void =>
  outboxStore.remove((one) => one.clientId === clientId);

/** Puts a message into the outbox, or there again, and has it sent in its turn. */
export function addToOutbox(outgoing: OutgoingMessage): void {
  outboxStore.put(outgoing);
  void delivery?.deliver(outgoing.userId);
}

/** Sends all that waits, now: the server can be reached again, it seems. */
export const flushOutbox = (): void => delivery?.deliverAll();

async function postMessage(cache: QueryClient, { userId, content, clientId }: OutgoingMessage): Promise<Message> {
  const body = { receiverId: userId, content, clientId };
  const reply = await call(sendMessage, { body }, AbortSignal.timeout(TIMEOUT_MS));
  updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, reply.unanswered));
  return reply.message;
}

/** In the chat it stands under the message. */
function toastFailure({ userId }: OutgoingMessage, failure: string): void {
  if (!isConversationOpen(userId)) toast(failure, "error");
}

function handleRejection(cache: QueryClient, me: string, outgoing: OutgoingMessage, refusal: ApiError): void {
  const { userId } = outgoing;
  if (refusal.code === "unanswered_limit") {
    const unanswered = { left: 0, until: new Date(getRetryTime(refusal)).toISOString() };
    updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, unanswered));
  }
  if (refusal.code === "member_deleted") {
    onMemberDeleted(cache, userId);
    resyncDeletedMember(cache, me, userId);
  } else if (isContactEndedError(refusal)) onContactEnded(cache, userId);
  // It was sent once, and has been deleted since.
  else if (refusal.code === "not_found") removeFromOutbox(outgoing.clientId);
  else {
    const failure = getErrorMessage(refusal, SEND_FAILED);
    outboxStore.put({ ...outgoing, state: "failed", failure });
    toastFailure(outgoing, failure);
  }
}

function handleSent(cache: QueryClient, { clientId, userId }: OutgoingMessage, message: Message): void {
  // What an event has confirmed meanwhile may be read, or even deleted, by now.
  if (isInOutbox(clientId)) updateMessages(cache, userId, (thread) => withMessages(thread, [message]));
  removeConfirmed(message);
  updateConversationList(cache, (list) => withLastMessage(list, message));
}

/** Another tab has sent a message. This one may hear of it from the server much later. */
function applySentElsewhere(cache: QueryClient, me: string, message: Message): void {
  updateMessages(cache, otherMemberId(message.conversationId, me) ?? "", (thread) => withMessages(thread, [message]));
}

/** Sends what a member writes, and what they left unsent, from any screen, until the returned function is called. */
export function startOutbox({ token, user: { _id: me } }: Session, cache: QueryClient): () => void {
  const sender = createDelivery(outboxStore, {
    isSessionActive: () => session.read()?.token === token,
    withTabLock: (userId, act) => withTabLock(`outbox ${me} ${userId}`, act),
    post: (outgoing) => postMessage(cache, outgoing),
    onSent: (outgoing, message) => handleSent(cache, outgoing, message),
    onRejected: (outgoing, refusal) => handleRejection(cache, me, outgoing, refusal),
    onDelayed: (outgoing) => toastFailure(outgoing, outgoing.failure ?? SEND_FAILED),
  });
  delivery = sender;
  const hearing = { changed: sender.mind, arrived: (message: Message) => applySentElsewhere(cache, me, message) };
  void outboxStore.open(me, hearing).then(sender.deliverAll);
  addEventListener("online", sender.deliverAll);
  return () => {
    removeEventListener("online", sender.deliverAll);
    sender.stop();
    if (delivery === sender) delivery = undefined;
    // A login that the server ended comes back; what was written then is still to be sent. Where another tab says that it has
    // ended, that one knows whether it was by Logout.
    outboxStore.close(session.read() === null && session.isOver());
  };
}

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
