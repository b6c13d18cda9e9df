import type { Message } from "#contract/messages.ts";
import type { Outgoing } from "#web/features/messages/outbox.ts";

/** How far an own message is, or that it is the other's. */
export type State = "sending" | "waiting" | "failed" | "sent" | "read" | "received";

/** A message as it is drawn. */
export interface Bubble {
  /** The same from sending to read, so that a bubble is never drawn anew. */
  readonly key: string;
  /** Undefined while the server does not know it. */
  readonly message: Message | undefined;
  readonly outgoing: Outgoing | undefined;
  readonly mine: boolean;
  readonly content: string;
  readonly createdAt: string;
  readonly state: State;
  /** The day, if this is its first message. */
  readonly day: string | undefined;
  /** Here one had stopped reading. */
  readonly fresh: boolean;
  /** First of a run: another speaker, or another moment. */
  readonly first: boolean;
  /** Last of a run: it has the tail, the time and the check marks. */
  readonly last: boolean;
}

type Plain = Omit<Bubble, "day" | "fresh" | "first" | "last">;

/** Longer than this between two messages makes two runs of them. */
const RUN_GAP_MS = 10 * 60_000;

const arrived = (message: Message, me: string): Plain => {
  const mine = message.sender._id === me;
  const state = mine ? (message.read ? "read" : "sent") : "received";
  const { content, createdAt } = message;
  return { key: message.clientId ?? message._id, message, outgoing: undefined, mine, content, createdAt, state };
};

const waiting = (outgoing: Outgoing): Plain => {
  const { clientId, content, createdAt, state } = outgoing;
  return { key: clientId, message: undefined, outgoing, mine: true, content, createdAt, state };
};

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric" });
const fullDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

/** 'Today', 'Yesterday', 'Mon, Nov 9', and with its year where that is another. */
export function dayLabel(iso: string, now: number): string {
  const then = new Date(iso);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (then.toDateString() === today.toDateString()) return "Today";
  if (then.toDateString() === yesterday.toDateString()) return "Yesterday";
  return (then.getFullYear() === today.getFullYear() ? weekday : fullDate).format(then);
}

/** What is on its way is drawn as sent: nothing moves when it is. */
const stage = (state: State): State => (state === "sending" ? "sent" : state);

function sameRun(a: Plain, b: Plain): boolean {
  const near = Date.parse(b.createdAt) - Date.parse(a.createdAt) < RUN_GAP_MS;
  return a.mine === b.mine && stage(a.state) === stage(b.state) && a.state !== "failed" && near;
}

/**
 * The messages in the order and the groups in which they are drawn. What is not confirmed yet stands last.
 * @param unreadFrom the message at which one had stopped reading
 */
export function bubbles(
  messages: readonly Message[],
  outbox: readonly Outgoing[],
  me: string,
  now: number,
  unreadFrom?: string,
): readonly Bubble[] {
  const plain = [...messages.map((message) => arrived(message, me)), ...outbox.map(waiting)];
  const days = plain.map(({ createdAt }) => new Date(createdAt).toDateString());
  const freshAt = plain.findIndex(({ message }) => message !== undefined && message._id === unreadFrom);
  return plain.map((bubble, i) => {
    const before = plain[i - 1];
    const after = plain[i + 1];
    const newDay = days[i - 1] !== days[i];
    return {
      ...bubble,
      day: newDay ? dayLabel(bubble.createdAt, now) : undefined,
      fresh: i === freshAt,
      first: newDay || i === freshAt || !before || !sameRun(before, bubble),
      last: days[i + 1] !== days[i] || i + 1 === freshAt || !after || !sameRun(bubble, after),
    };
  });
}

/** A picture with what colours or turns it, and the marks of a region's flag. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?[\u{e0020}-\u{e007f}]*`;
/** One emoji: a flag, a keycap, or pictures joined to one. What is a letter until it is marked, as ©, has to be marked. */
const EMOJI = new RegExp(
  String.raw`^(?!\P{Emoji_Presentation}$)(?:\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|${PICTURE}(?:\u200d${PICTURE})*)$`,
  "u",
);
/** So many are drawn large. */
const LARGE_MAX = 3;
/** Code units: the longest emoji, a family with all its colours and joiners, has some twenty. */
const LOOKED_AT_MAX = 70;
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether a text is a few emoji and nothing else. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > LOOKED_AT_MAX) return false;
  const found = [...characters.segment(text.replaceAll(/\s/g, ""))];
  return found.length > 0 && found.length <= LARGE_MAX && found.every(({ segment }) => EMOJI.test(segment));
}
