import type { Message, Quote } from "#contract/chat/messages.ts";
import { MINUTE_MS } from "#contract/durations.ts";
import { createCharacterSplitter } from "#contract/format.ts";
import { onFirstUse } from "#contract/on-first-use.ts";
import type { OutgoingMessage } from "#web/domains/chat/outbox/outbox-store.ts";
import { formatShortDate, formatWeekday } from "#web/lib/format-date.ts";

/** Delivery state of an own message; "received" for the other member's. */
export type MessageState = "sending" | "waiting" | "failed" | "sent" | "read" | "received";

export interface GroupedMessage {
  /** Stays the same from sending to read, so that React keeps the bubble. */
  readonly key: string;
  /** Undefined until the server has confirmed the message. */
  readonly message: Message | undefined;
  readonly outgoing: OutgoingMessage | undefined;
  readonly isOwn: boolean;
  readonly content: string;
  readonly createdAt: string;
  readonly state: MessageState;
  readonly replyTo: Quote | null;
  /** It replies to a message of mine. */
  readonly quotesMine: boolean;
  /** Set for the first message of a day. */
  readonly day: string | undefined;
  /** The first unread message: a line is shown above it. */
  readonly fresh: boolean;
  /** First of a group of messages by the same sender without a long pause. */
  readonly first: boolean;
  /** Last of its group: it has the tail. */
  readonly last: boolean;
}

type UngroupedMessage = Omit<GroupedMessage, "day" | "fresh" | "first" | "last">;

/** A longer pause between two messages starts a new group. */
const GROUP_GAP_MS = 10 * MINUTE_MS;

const toReply = (replyTo: Quote | null, me: string) => ({ replyTo, quotesMine: replyTo?.sender._id === me });

const fromMessage = (message: Message, me: string): UngroupedMessage => {
  const mine = message.sender._id === me;
  const state = mine ? (message.read ? "read" : "sent") : "received";
  const { content, createdAt, replyTo } = message;
  const key = message.clientId ?? message._id;
  return { key, message, outgoing: undefined, isOwn: mine, content, createdAt, state, ...toReply(replyTo, me) };
};

const fromOutgoing = (outgoing: OutgoingMessage, me: string): UngroupedMessage => {
  const { clientId, content, createdAt, state, replyTo = null } = outgoing;
  return {
    key: clientId,
    message: undefined,
    outgoing,
    isOwn: true,
    content,
    createdAt,
    state,
    ...toReply(replyTo, me),
  };
};

/** Formats a day as 'Today', 'Yesterday', 'Mon, Nov 9', or with the year if it is another one. */
export function formatDay(iso: string, now: number): string {
  const then = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (then.toDateString() === today.toDateString()) return "Today";
  if (then.toDateString() === yesterday.toDateString()) return "Yesterday";
  return (then.getFullYear() === today.getFullYear() ? formatWeekday : formatShortDate)(then);
}

function isSameGroup(a: UngroupedMessage, b: UngroupedMessage): boolean {
  const isNear = Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS;
  const hasFailed = a.state === "failed" || b.state === "failed";
  return a.isOwn === b.isOwn && isNear && !hasFailed && (a.state === "waiting") === (b.state === "waiting");
}

/** Unconfirmed messages come last. @param firstUnreadId id of the first unread message */
export function groupMessages(
  messages: readonly Message[],
  outbox: readonly OutgoingMessage[],
  me: string,
  now: number,
  firstUnreadId?: string,
): readonly GroupedMessage[] {
  const ungrouped = [
    ...messages.map((message) => fromMessage(message, me)),
    ...outbox.map((one) => fromOutgoing(one, me)),
  ];
  const days = ungrouped.map(({ createdAt }) => new Date(createdAt).toDateString());
  const firstUnreadIndex = ungrouped.findIndex(({ message }) => message !== undefined && message._id === firstUnreadId);
  return ungrouped.map((bubble, i) => {
    const before = ungrouped[i - 1];
    const after = ungrouped[i + 1];
    const newDay = days[i - 1] !== days[i];
    return {
      ...bubble,
      day: newDay ? formatDay(bubble.createdAt, now) : undefined,
      fresh: i === firstUnreadIndex,
      first: newDay || i === firstUnreadIndex || !before || !isSameGroup(before, bubble),
      last: days[i + 1] !== days[i] || i + 1 === firstUnreadIndex || !after || !isSameGroup(bubble, after),
    };
  });
}

/** A pictogram with its modifiers, and the tags of a region's flag. */
const PICTOGRAM = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?[\u{e0020}-\u{e007f}]*`;
/**
 * One emoji: a flag, a keycap, or pictograms joined to one. A character with text presentation, such as ©, needs the
 * variation selector.
 */
const EMOJI = new RegExp(
  String.raw`^(?!\P{Emoji_Presentation}$)(?:\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|${PICTOGRAM}(?:\u200d${PICTOGRAM})*)$`,
  "u",
);
/** More emoji than this are shown in normal size. */
const LARGE_EMOJI_MAX = 3;
/** In code units: the longest emoji, a family with skin tones and joiners, has about twenty. */
const EMOJI_TEXT_MAX = 70;
const graphemes = onFirstUse(createCharacterSplitter);

export function isEmojiOnly(text: string): boolean {
  if (text.length > EMOJI_TEXT_MAX) return false;
  const found = [...graphemes().segment(text.replaceAll(/\s/g, ""))];
  return found.length > 0 && found.length <= LARGE_EMOJI_MAX && found.every(({ segment }) => EMOJI.test(segment));
}
