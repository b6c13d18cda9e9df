/** A NOTIFY payload is limited to 8,000 bytes. A batch of messages is cut into parts of this size. */
const PART_BYTES = 6_000;
/** Senders with an incomplete batch. */
const INCOMPLETE_MAX = 100;

/** A part: sender, batch number, part number/parts, base64 text. */
const PART = /^(\S+) (\d+) (\d+)\/(\d+) (.*)$/;

/** Messages of the pub/sub itself. */
export interface ControlMessage {
  /** Messages were lost. */
  readonly gap?: true;
  /** A process sends it to itself to check its connections. */
  readonly heartbeat?: true;
  /** The id of a process that no longer receives what is published over Redis. */
  readonly withoutRedis?: string;
  /** The id of a process that receives it again. */
  readonly withRedis?: string;
}

/** Creates an encoder of batches. @returns the parts of a batch of messages, which are JSON */
export function createPartEncoder(self: string): (messages: readonly string[]) => string[] {
  let batchCount = 0;
  return (messages) => {
    const text = Buffer.from(`[${messages.join(",")}]`).toString("base64");
    const many = Math.ceil(text.length / PART_BYTES);
    batchCount++;
    const cut = (i: number) => text.slice(i * PART_BYTES, (i + 1) * PART_BYTES);
    return Array.from({ length: many }, (_, i) => `${self} ${batchCount} ${i + 1}/${many} ${cut(i)}`);
  };
}

/** Creates a decoder of parts. @returns the messages that a part completes, or "own" for a part of this process */
export function createPartDecoder(self: string): (payload: string) => readonly ControlMessage[] | "own" {
  const incomplete = new Map<string, { number: string; nth: number; text: string }>();
  return (payload) => {
    const [, from = "", number = "", nth = "", many = "", text = ""] = PART.exec(payload) ?? [];
    if (from === self) return "own";
    const before = incomplete.get(from);
    const follows = nth === "1" || (before?.number === number && before.nth === Number(nth) - 1);
    // The beginning of this batch was missed.
    if (from === "" || !follows) return [];
    const whole = (nth === "1" ? "" : (before?.text ?? "")) + text;
    incomplete.delete(from);
    if (nth === many) return JSON.parse(Buffer.from(whole, "base64").toString()) as readonly ControlMessage[];
    if (incomplete.size > INCOMPLETE_MAX) incomplete.clear();
    incomplete.set(from, { number, nth: Number(nth), text: whole });
    return [];
  };
}
