import type { Message } from "#contract/messages.ts";
import type { OutgoingMessage } from "#web/features/messages/outbox-store.ts";

/** How far an own message is, or that it is the other's. */
export type MessageState = "sending" | "waiting" | "failed" | "sent" | "read" | "received";

/** A message as it is drawn. */
export interface GroupedMessage {
  /** The same from sending to read, so that a bubble is never drawn anew. */
  readonly key: string;
  /** Undefined while the server does not know it. */
  readonly message: Message | undefined;
  readonly outgoing: OutgoingMessage | undefined;
  readonly isOwn: boolean;
  readonly content: string;
  readonly createdAt: string;
  readonly state: MessageState;
  /** The day, if this is its first message. */
  readonly day: string | undefined;
  /** Here one had stopped reading. */
  readonly fresh: boolean;
  /** First of a run: another speaker, or another moment. */
  readonly first: boolean;
  /** Last of a run: it has the tail, the time and the check marks. */
  readonly last: boolean;
}

type UngroupedMessage = Omit<GroupedMessage, "day" | "fresh" | "first" | "last">;

/** Longer than this between two messages makes two runs of them. */
const GROUP_GAP_MS = 10 * 60_000;

const fromMessage = (message: Message, me: string): UngroupedMessage => {
  const mine = message.sender._id === me;
  const state = mine ? (message.read ? "read" : "sent") : "received";
  const { content, createdAt } = message;
  return { key: message.clientId ?? message._id, message, outgoing: undefined, isOwn: mine, content, createdAt, state };
};

const fromOutgoing = (outgoing: OutgoingMessage): UngroupedMessage => {
  const { clientId, content, createdAt, state } = outgoing;
  return { key: clientId, message: undefined, outgoing, isOwn: true, content, createdAt, state };
};

const weekdayFormat = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric" });
const fullDateFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

/** 'Today', 'Yesterday', 'Mon, Nov 9', and with its year where that is another. */
export function formatDay(iso: string, now: number): string {
  const then = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (then.toDateString() === today.toDateString()) return "Today";
  if (then.toDateString() === yesterday.toDateString()) return "Yesterday";
  return (then.getFullYear() === today.getFullYear() ? weekdayFormat : fullDateFormat).format(then);
}

/** What is on its way is drawn as sent: nothing moves when it is. */
const toGroupState = (state: MessageState): MessageState => (state === "sending" ? "sent" : state);

function isSameGroup(a: UngroupedMessage, b: UngroupedMessage): boolean {
  const near = Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS;
  return a.isOwn === b.isOwn && toGroupState(a.state) === toGroupState(b.state) && a.state !== "failed" && near;
}

/**
 * The messages in the order and the groups in which they are drawn. What is not confirmed yet stands last.
 * @param unreadFrom the message at which one had stopped reading
 */
export function groupMessages(
  messages: readonly Message[],
  outbox: readonly OutgoingMessage[],
  me: string,
  now: number,
  unreadFrom?: string,
): readonly GroupedMessage[] {
  const plain = [...messages.map((message) => fromMessage(message, me)), ...outbox.map(fromOutgoing)];
  const days = plain.map(({ createdAt }) => new Date(createdAt).toDateString());
  const freshAt = plain.findIndex(({ message }) => message !== undefined && message._id === unreadFrom);
  return plain.map((bubble, i) => {
    const before = plain[i - 1];
    const after = plain[i + 1];
    const newDay = days[i - 1] !== days[i];
    return {
      ...bubble,
      day: newDay ? formatDay(bubble.createdAt, now) : undefined,
      fresh: i === freshAt,
      first: newDay || i === freshAt || !before || !isSameGroup(before, bubble),
      last: days[i + 1] !== days[i] || i + 1 === freshAt || !after || !isSameGroup(bubble, after),
    };
  });
}

/** A picture with what colours or turns it, and the marks of a region's flag. */
const PICTOGRAM = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?[\u{e0020}-\u{e007f}]*`;
/** One emoji: a flag, a keycap, or pictures joined to one. What is a letter until it is marked, as ©, has to be marked. */
const EMOJI = new RegExp(
  String.raw`^(?!\P{Emoji_Presentation}$)(?:\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|${PICTOGRAM}(?:\u200d${PICTOGRAM})*)$`,
  "u",
);
/** So many are drawn large. */
const LARGE_EMOJI_MAX = 3;
/** Code units: the longest emoji, a family with all its colours and joiners, has some twenty. */
const EMOJI_TEXT_MAX = 70;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether a text is a few emoji and nothing else. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > EMOJI_TEXT_MAX) return false;
  const found = [...graphemes.segment(text.replaceAll(/\s/g, ""))];
  return found.length > 0 && found.length <= LARGE_EMOJI_MAX && found.every(({ segment }) => EMOJI.test(segment));
}
