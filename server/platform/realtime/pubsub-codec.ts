import { timingSafeEqual } from "node:crypto";

/** A NOTIFY payload is limited to 8,000 bytes. A batch of messages is cut into parts of this size. */
const PART_BYTES = 6_000;
/** Senders with an incomplete batch. */
const INCOMPLETE_MAX = 100;

/** A part: sender, batch number, part number/parts, base64 text. */
const PART = /^(\S+) (\d+) (\d+)\/(\d+) (.*)$/;

/** @returns the parts of a batch of messages, which are JSON */
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

/** @returns the messages of the batch that a part completes, else none */
export function createPartDecoder(): (payload: string) => readonly unknown[] {
  const incomplete = new Map<string, { number: string; nth: number; text: string }>();
  return (payload) => {
    const [, from = "", number = "", nth = "", many = "", text = ""] = PART.exec(payload) ?? [];
    const before = incomplete.get(from);
    const follows = nth === "1" || (before?.number === number && before.nth === Number(nth) - 1);
    // The beginning of this batch was missed.
    if (from === "" || !follows) return [];
    const whole = (nth === "1" ? "" : (before?.text ?? "")) + text;
    incomplete.delete(from);
    if (nth === many) return JSON.parse(Buffer.from(whole, "base64").toString()) as readonly unknown[];
    if (incomplete.size > INCOMPLETE_MAX) incomplete.clear();
    incomplete.set(from, { number, nth: Number(nth), text: whole });
    return [];
  };
}

export interface Sealer {
  /** @returns the signature, the sender and the text */
  seal(channel: string, text: string): string;
  /** @returns the text of another process; "own" for one of this process, "forged" without a valid signature */
  open(channel: string, message: string): { readonly text: string } | "own" | "forged";
}

/** Others who reach the server cannot send messages. @param self identifies this process as a sender */
export function createSealer(sign: (channel: string, message: string) => string, self: string): Sealer {
  function isSigned(channel: string, signature: string, signed: string): boolean {
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(channel, signed))];
    return given.length === right.length && timingSafeEqual(given, right);
  }
  return {
    seal(channel, text) {
      const signed = `${self} ${text}`;
      return `${sign(channel, signed)} ${signed}`;
    },
    open(channel, message) {
      const begin = message.indexOf(" ") + 1;
      const end = message.indexOf(" ", begin);
      // A process gets its own messages, too, which it has applied already.
      if (message.slice(begin, end) === self) return "own";
      if (!isSigned(channel, message.slice(0, Math.max(0, begin - 1)), message.slice(begin))) return "forged";
      return { text: message.slice(end + 1) };
    },
  };
}
