import type { Message } from "#contract/messages.ts";
import type { Outgoing } from "#web/features/messages/outbox.ts";

/** How far an own message is, or that it is the other's. */
export type State = "sending" | "failed" | "sent" | "read" | "received";

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
  /** First of a run: another speaker, or another moment. */
  readonly first: boolean;
  /** Last of a run: it has the tail, the time and the check marks. */
  readonly last: boolean;
}

type Plain = Omit<Bubble, "day" | "first" | "last">;

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

/** The messages in the order and the groups in which they are drawn. What is not confirmed yet stands last. */
export function bubbles(
  messages: readonly Message[],
  outbox: readonly Outgoing[],
  me: string,
  now: number,
): readonly Bubble[] {
  const plain = [...messages.map((message) => arrived(message, me)), ...outbox.map(waiting)];
  const days = plain.map(({ createdAt }) => dayLabel(createdAt, now));
  return plain.map((bubble, i) => {
    const before = plain[i - 1];
    const after = plain[i + 1];
    const newDay = days[i - 1] !== days[i];
    return {
      ...bubble,
      day: newDay ? days[i] : undefined,
      first: newDay || !before || !sameRun(before, bubble),
      last: days[i + 1] !== days[i] || !after || !sameRun(bubble, after),
    };
  });
}

const EMOJI =
  /^(?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\s)+$/u;
/** Code units of the longest text that is drawn large. */
const LARGE_MAX = 24;

/** Whether a text is a few emoji and nothing else. */
export const isEmojiOnly = (text: string): boolean => text.length <= LARGE_MAX && EMOJI.test(text);
