import type { QueryClient } from "@tanstack/react-query";
import { type Message, sendMessage } from "#contract/messages.ts";
import { changeList, changeThread, listWithLast, otherOf } from "#web/features/messages/cache.ts";
import { isOver } from "#web/features/messages/ended.ts";
import { FAILED, type Outgoing } from "#web/features/messages/outbox.ts";
import { box } from "#web/features/messages/outbox-box.ts";
import { createDelivery } from "#web/features/messages/outbox-delivery.ts";
import { withMessages, withUnanswered } from "#web/features/messages/thread.ts";
import { isWatched } from "#web/features/messages/watching.ts";
import { alone } from "#web/lib/alone.ts";
import { type ApiError, call, messageOf } from "#web/lib/api.ts";
import { notBefore } from "#web/lib/retry-after.ts";
import { type Session, session } from "#web/lib/session.ts";
import { asIfTold } from "#web/lib/socket.ts";
import { toast } from "#web/ui/toast.tsx";

/** Milliseconds after which a send counts as lost. The same `clientId` again does no harm. */
const PATIENCE_MS = 15_000;

let delivery: ReturnType<typeof createDelivery> | undefined;

export const isHeld = (clientId: string | null): boolean => box.read().some((one) => one.clientId === clientId);

/** Takes a message out of the outbox that the server has. */
export const confirm = (message: Message): void => box.arrived(message);

/** Takes a message out of the outbox that is not to be sent any more. */
export const takeOut = (clientId: string | null): void => box.remove((one) => one.clientId === clientId);

/** Puts a message into the outbox, or there again, and has it sent in its turn. */
export function putOut(outgoing: Outgoing): void {
  box.put(outgoing);
  void delivery?.deliver(outgoing.userId);
}

/** Sends all that waits, now: the server can be reached again, it seems. */
export const sendWaiting = (): void => delivery?.deliverAll();

async function post(cache: QueryClient, { userId, content, clientId }: Outgoing): Promise<Message> {
  const body = { receiverId: userId, content, clientId };
  const reply = await call(sendMessage, { body }, AbortSignal.timeout(PATIENCE_MS));
  changeThread(cache, userId, (thread) => withUnanswered(thread, reply.unanswered));
  return reply.message;
}

/** In the chat it stands under the message. */
function say({ userId }: Outgoing, failure: string): void {
  if (!isWatched(userId)) toast(failure, "error");
}

function refused(cache: QueryClient, outgoing: Outgoing, refusal: ApiError): void {
  const { userId } = outgoing;
  if (refusal.code === "unanswered_limit") {
    const unanswered = { left: 0, until: new Date(notBefore(refusal)).toISOString() };
    changeThread(cache, userId, (thread) => withUnanswered(thread, unanswered));
  }
  if (refusal.code === "member_gone") asIfTold("member_gone", { userId });
  else if (isOver(refusal)) asIfTold("contact_ended", { userId });
  // It was sent once, and has been deleted since.
  else if (refusal.code === "not_found") takeOut(outgoing.clientId);
  else {
    const failure = messageOf(refusal, FAILED);
    box.put({ ...outgoing, state: "failed", failure });
    say(outgoing, failure);
  }
}

function arrived(cache: QueryClient, { clientId, userId }: Outgoing, message: Message): void {
  // What an event has confirmed meanwhile may be read, or even deleted, by now.
  if (isHeld(clientId)) changeThread(cache, userId, (thread) => withMessages(thread, [message]));
  confirm(message);
  changeList(cache, (list) => listWithLast(list, message));
}

/** Another tab has sent a message. This one may hear of it from the server much later. */
function arrivedElsewhere(cache: QueryClient, me: string, message: Message): void {
  changeThread(cache, otherOf(message.conversationId, me), (thread) => withMessages(thread, [message]));
}

/** Sends what a member writes, and what they left unsent, from any screen, until the returned function is called. */
export function keepSending({ token, user: { _id: me } }: Session, cache: QueryClient): () => void {
  const sender = createDelivery(box, {
    isOn: () => session.read()?.token === token,
    alone: (userId, act) => alone(`outbox ${me} ${userId}`, act),
    post: (outgoing) => post(cache, outgoing),
    arrived: (outgoing, message) => arrived(cache, outgoing, message),
    refused: (outgoing, refusal) => refused(cache, outgoing, refusal),
    delayed: (outgoing) => say(outgoing, outgoing.failure ?? FAILED),
  });
  delivery = sender;
  const hearing = { changed: sender.mind, arrived: (message: Message) => arrivedElsewhere(cache, me, message) };
  void box.open(me, hearing).then(sender.deliverAll);
  addEventListener("online", sender.deliverAll);
  return () => {
    removeEventListener("online", sender.deliverAll);
    sender.stop();
    if (delivery === sender) delivery = undefined;
    // A login that the server ended comes back; what was written then is still to be sent. Where another tab says that it has
    // ended, that one knows whether it was by Logout.
    box.close(session.read() === null && session.isOver());
  };
}
