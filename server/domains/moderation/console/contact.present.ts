import type { ContactThread } from "#contract/moderation/contact-thread.ts";
import { type ActorNames, nameOf } from "#server/domains/moderation/console/queue.present.ts";
import type { StoredThread } from "#server/domains/site/contact.queries.ts";

type Message = StoredThread["messages"][number];

/** Name and address are needed for the answer only, which the claimant writes. */
export function presentContact(
  { number, messages, answers }: StoredThread,
  { names, isClaimant }: { readonly names: ActorNames; readonly isClaimant: boolean },
): ContactThread {
  const senderOf = ({ name, email }: Message) => (isClaimant ? { name, email } : null);
  const last = messages.find(({ resolved_at }) => resolved_at === null);
  const written = messages.map((message) => ({
    kind: "message" as const,
    _id: message.id,
    at: message.created_at.toISOString(),
    text: message.message,
    subject: message.subject,
    sender: senderOf(message),
    isByLink: message.is_by_link,
    isOpen: message.resolved_at === null,
  }));
  const answered = answers.map(({ id, created_at, words, answered_by, mailed_at }) => ({
    kind: "answer" as const,
    _id: id,
    at: created_at.toISOString(),
    text: words,
    by: nameOf(names, answered_by),
    isMailed: mailed_at !== null,
  }));
  return {
    number,
    answerTo: last ? senderOf(last) : null,
    entries: [...written, ...answered].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}
