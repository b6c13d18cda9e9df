// Tiny helpers that write SVG. Extra attributes are passed as text, such as 'opacity=".2"'.

export const WIDTH = 1080;
export const HEIGHT = 1350;

export const round1 = (value: number): number => Math.round(value * 10) / 10;

/** Path data on several lines. Line breaks and indents are dropped, so each line must begin with a command letter. */
export const d = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw(parts, ...values).replace(/\n\s*/g, "");

export const layers = (...parts: string[]): string => parts.join("");
export const group = (transform: string, ...parts: string[]): string =>
  `<g transform="${transform}">${parts.join("")}</g>`;
export const each = <T>(items: readonly T[], draw: (item: T, index: number) => string): string =>
  items.map(draw).join("");
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

/** Draws the left one (-1) and the right one (1) of a pair. */
export const pair = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1);
export const MIRRORED = `translate(${WIDTH} 0) scale(-1 1)`;

export const shape = (data: string, fill: string, more = ""): string => `<path d="${data}" fill="${fill}" ${more}/>`;

export const line = (data: string, colour: string, width: number, more = ""): string =>
  `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${width}" ` +
  `stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const disc = (x: number, y: number, radius: number, fill: string, more = ""): string =>
  `<circle cx="${round1(x)}" cy="${round1(y)}" r="${round1(radius)}" fill="${fill}" ${more}/>`;

export const ring = (x: number, y: number, radius: number, colour: string, width: number, more = ""): string =>
  disc(x, y, radius, "none", `stroke="${colour}" stroke-width="${width}" ${more}`);

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more = "",
): string =>
  `<rect x="${round1(x)}" y="${round1(y)}" width="${round1(width)}" height="${round1(height)}" ` +
  `rx="${radius}" fill="${fill}" ${more}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = ""): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"${more && ` ${more}`}/>`;

/** The point at an angle (0 is right, 90 is down) on a circle. */
export function polar(cx: number, cy: number, radius: number, degrees: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [round1(cx + radius * Math.cos(angle)), round1(cy + radius * Math.sin(angle))];
}
