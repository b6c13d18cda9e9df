// Shapes that several pictures use.
import { at } from "./random.ts";
import { disc, each, group, line, polar, repeat, ring, round1 } from "./svg.ts";

/** A weight plate, face on. */
export const plate = (x: number, y: number, radius: number, fill: string, mark: string, hole: string): string =>
  disc(x, y, radius, fill) +
  ring(x, y, radius * 0.86, mark, radius * 0.035) +
  ring(x, y, radius * 0.5, mark, radius * 0.03) +
  repeat(3, (i) => {
    const [px, py] = polar(x, y, radius * 0.68, i * 120 - 90);
    return disc(px, py, radius * 0.085, mark);
  }) +
  disc(x, y, radius * 0.13, hole);

/** Path data of a climbing hold around the origin. */
export const HOLD = "M-58 -8C-50 -52 10 -58 48 -34C76 -14 60 34 22 44C-20 54 -64 34 -58 -8Z";

/** Path data of a racket's strings: a grid inside the ellipse (a, b) around (0, cy). */
export function racketStrings(a: number, b: number, step: number, cy: number): string {
  let data = "";
  for (let x = -a + step; x < a; x += step) {
    const y = b * Math.sqrt(1 - (x / a) ** 2);
    data += `M${round1(x)} ${round1(cy - y)}V${round1(cy + y)}`;
  }
  for (let y = -b + step; y < b; y += step) {
    const x = a * Math.sqrt(1 - (y / b) ** 2);
    data += `M${round1(-x)} ${round1(cy + y)}H${round1(x)}`;
  }
  return data;
}

const DIGITS = [
  "M0 0H40V80H0Z",
  "M8 12L24 0V80",
  "M0 0H40V38H0V80H40",
  "M0 0H40V80H0M6 38H40",
  "M0 0V44H40M32 0V80",
  "M40 0H0V38H40V80H0",
  "M40 0H0V80H40V40H0",
  "M0 0H40L14 80",
  "M0 0H40V80H0ZM0 40H40",
  "M40 80V0H0V40H40",
];

/** Numerals drawn as strokes, so that no font is needed (bibs, lanes). */
export const numerals = (x: number, y: number, scale: number, value: number, colour: string, width: number): string =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    each(
      [...String(value)],
      (digit, i) =>
        `<path d="${at(DIGITS, Number(digit))}" fill="none" stroke="${colour}" stroke-width="${width}" ` +
        `stroke-linejoin="miter" transform="translate(${i * 62} 0)"/>`,
    ),
  );

/** The heartbeat, across the whole picture. */
export const pulseLine = (y: number, colour: string, width: number): string =>
  line(
    `M-20 ${y}H300L350 ${y - 60}L410 ${y + 130}L490 ${y - 230}L570 ${y + 170}L630 ${y - 40}L660 ${y}H1100`,
    colour,
    width,
  );
