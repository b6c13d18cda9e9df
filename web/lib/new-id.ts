/** Ids of one millisecond that are in order. More of them are dated later. */
const STEPS = 256;

let last = 0;

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

/**
 * UUID version 7: unique, and ordered by creation on this page. The package `uuid` weighs ten times as much, and
 * screens wait for it.
 */
export function newId(): string {
  last = Math.max(Date.now() * STEPS, last + 1);
  const time = hex(Math.floor(last / STEPS), 12);
  const random = [...crypto.getRandomValues(new Uint8Array(9))];
  const [first = 0, second = 0, ...others] = random;
  const rest = others.map((byte) => hex(byte, 2)).join("");
  // 7 is the version; the two upper bits of the next group are the variant.
  const groups = [time.slice(0, 8), time.slice(8), `7${hex(last % STEPS, 2)}${hex(first % 16, 1)}`];
  return `${groups.join("-")}-${hex(0x80 + (second % 64), 2)}${rest.slice(0, 2)}-${rest.slice(2)}`;
}
