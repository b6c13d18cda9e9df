import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { otherMemberId } from "#contract/chat/conversations.ts";
import type { Message, Quote } from "#contract/chat/messages.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { updateConversation } from "#web/domains/chat/conversation-list.queries.ts";
import { withMessages, withUnansweredLimit } from "#web/domains/chat/conversation-pages.ts";
import { updateMessages, withLastMessage } from "#web/domains/chat/conversations.queries.ts";
import { isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { loadContactEnd, showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { createDelivery } from "#web/domains/chat/outbox/outbox-delivery.ts";
import {
  type OutgoingMessage,
  outboxStore,
  SEND_FAILED,
  withoutFailure,
} from "#web/domains/chat/outbox/outbox-store.ts";
import { resyncConversation, resyncDeletedMember } from "#web/domains/chat/resync.ts";
import { setLastSent } from "#web/domains/chat/tab-state.ts";
import { toastRefusal } from "#web/domains/members/limits/toast-refusal.ts";
import { type ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { hasSessionEndedForGood } from "#web/lib/member-store.ts";
import { newId } from "#web/lib/new-id.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";
import { type Session, session } from "#web/lib/session.ts";
import { withTabLock } from "#web/lib/with-tab-lock.ts";
import { dismissToastsByTopic } from "#web/ui/toast.tsx";

/** After this time a request counts as lost. Repeating it is safe, because `clientId` is the idempotency key. */
const TIMEOUT_MS = 15_000;

let delivery: ReturnType<typeof createDelivery> | undefined;

export const isInOutbox = (clientId: string | null): boolean =>
  outboxStore.read().some((one) => one.clientId === clientId);

const getFailureTopic = (clientId: string | null): string => `send-failure ${clientId}`;

/** The server has stored the message. */
export function removeConfirmed(message: Message): void {
  if (isInOutbox(message.clientId)) dismissToastsByTopic(getFailureTopic(message.clientId));
  outboxStore.confirm(message);
}

/** The message must not be sent any more. */
export function removeFromOutbox(clientId: string | null): void {
  dismissToastsByTopic(getFailureTopic(clientId));
  outboxStore.remove((one) => one.clientId === clientId);
}

export function addToOutbox(outgoing: OutgoingMessage): void {
  outboxStore.put(outgoing);
  void delivery?.deliver(outgoing.userId);
}

/** The server seems to be reachable again. */
export const flushOutbox = (): void => delivery?.deliverAll();

async function postMessage(
  cache: QueryClient,
  { userId, content, date, clientId, replyTo }: OutgoingMessage,
): Promise<Message> {
  const address = { receiverId: userId, clientId };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = date
    ? await call("POST /api/dates", { body: { ...address, ...date } }, signal)
    : await call(
        "POST /api/messages/send",
        { body: { ...address, content, ...(replyTo && { replyToId: replyTo._id }) } },
        signal,
      );
  updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, reply.unanswered));
  return reply.message;
}

/** Without a network nothing has failed: the message says that it waits. */
const showDelay = (outgoing: OutgoingMessage): void => {
  if (navigator.onLine) toastFailure(outgoing);
};

const toastFailure = ({ clientId, failure = SEND_FAILED }: OutgoingMessage, error?: ApiError): void =>
  toastRefusal(error, failure, getFailureTopic(clientId));

function handleRejection(cache: QueryClient, me: string, outgoing: OutgoingMessage, error: ApiError): void {
  const { userId } = outgoing;
  if (error.code === "unanswered_limit") {
    const unanswered = { left: 0, until: new Date(getRetryTime(error)).toISOString() };
    updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, unanswered));
  }
  if (error.code === "messaging_restricted") void resyncConversation(cache, me, userId);
  if (error.code === "member_deleted") {
    void loadContactEnd().then((loaded) => loaded?.onMemberDeleted(cache, userId));
    resyncDeletedMember(cache, me, userId);
  } else if (isContactEndedError(error)) void showContactEnded(cache, userId);
  // It was sent before and has been deleted since.
  else if (error.code === "not_found") removeFromOutbox(outgoing.clientId);
  else {
    const failed: OutgoingMessage = { ...outgoing, state: "failed", failure: getErrorMessage(error, SEND_FAILED) };
    outboxStore.put(failed);
    toastFailure(failed, error);
  }
}

function handleSent(cache: QueryClient, { clientId, userId }: OutgoingMessage, message: Message): void {
  // A message that an event confirmed may be read or deleted by now; do not overwrite it.
  if (isInOutbox(clientId)) updateMessages(cache, userId, (thread) => withMessages(thread, [message]));
  removeConfirmed(message);
  updateConversation(cache, userId, (list) => withLastMessage(list, message));
}

/** Adds a message that another tab has sent. The event from the server may arrive much later. */
function applySentElsewhere(cache: QueryClient, me: string, message: Message): void {
  updateMessages(cache, otherMemberId(message.conversationId, me) ?? "", (thread) => withMessages(thread, [message]));
}

/** Including unsent messages of earlier visits. @returns a function that stops it */
export function startOutbox({ token, user: { _id: me } }: Session, cache: QueryClient): () => void {
  const sender = createDelivery(outboxStore, {
    isSessionActive: () => session.read()?.token === token,
    withTabLock: (userId, act) => withTabLock(`outbox ${me} ${userId}`, act),
    post: (outgoing) => postMessage(cache, outgoing),
    onSent: (outgoing, message) => handleSent(cache, outgoing, message),
    onRejected: (outgoing, error) => handleRejection(cache, me, outgoing, error),
    onDelayed: showDelay,
  });
  delivery = sender;
  const listener = {
    changed: sender.scheduleChecks,
    arrived: (message: Message) => applySentElsewhere(cache, me, message),
  };
  void outboxStore.open(me, listener).then(sender.deliverAll);
  addEventListener("online", sender.deliverAll);
  return () => {
    removeEventListener("online", sender.deliverAll);
    sender.stop();
    if (delivery === sender) delivery = undefined;
    // The messages stay if the server ended the session: the member will log in again. If another tab ended it, that
    // tab knows whether it was a logout.
    outboxStore.close(session.read() === null && hasSessionEndedForGood());
  };
}

const NONE: readonly OutgoingMessage[] = [];

export function useOutbox(userId: string): OutgoingMessage[] {
  const outbox = useSyncExternalStore(outboxStore.subscribe, outboxStore.read, () => NONE);
  return useMemo(() => outbox.filter((one) => one.userId === userId), [outbox, userId]);
}

const nowIso = (): string => new Date().toISOString();

/** It shows immediately. If an earlier message waits for the network, this one waits as well. */
function send(fields: Pick<OutgoingMessage, "userId" | "content" | "date" | "replyTo">): void {
  const mustWait = outboxStore.read().some((one) => one.userId === fields.userId && one.state === "waiting");
  const clientId = newId();
  setLastSent(clientId);
  addToOutbox({ ...fields, clientId, createdAt: nowIso(), state: mustWait ? "waiting" : "sending" });
}

export const sendText = (userId: string, content: string, replyTo?: Quote): void =>
  send({ userId, content, ...(replyTo && { replyTo }) });

export const sendDate = (userId: string, date: DateDetails): void => send({ userId, content: "", date });

/** A failed message with the current time, a waiting one at its place. */
export function retryMessage(message: OutgoingMessage): void {
  const { clientId, createdAt, state } = message;
  if (state === "failed") setLastSent(clientId);
  addToOutbox({ ...withoutFailure(message), createdAt: state === "failed" ? nowIso() : createdAt, state: "sending" });
}
