import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const WEB = join(import.meta.dirname, "../web");
/** Where colours have their names: the tokens in light first, then the roles of the drawing. */
const SHEETS = ["ui/tokens.css", "features/landing/hero-drawing.module.css"];

function readColours(): Map<string, string> {
  const colours = new Map<string, string>();
  for (const sheet of SHEETS) {
    for (const [, name = "", value = ""] of readFileSync(join(WEB, sheet), "utf8").matchAll(
      /(--[\w-]+):\s*([^;]+);/g,
    )) {
      if (!colours.has(name)) colours.set(name, value);
    }
  }
  return colours;
}

/** `part` percent of one colour and the rest of another, both `#rrggbb`. */
function mix(one: string, part: number, other: string): string {
  const channel = (colour: string, i: number) => Number.parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round((channel(one, i) * part + channel(other, i) * (100 - part)) / 100));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Puts colours where their names stand: what rasterises knows no custom properties. */
function paint(svg: string, colours: ReadonlyMap<string, string>): string {
  const named = svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const value = colours.get(name);
    if (value === undefined) throw new Error(`The share picture wants ${name}, which no sheet has`);
    return paint(value, colours);
  });
  return named.replace(
    /color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)/g,
    (_, one: string, part: string, other: string) => mix(one, Number(part), other),
  );
}

/**
 * Makes the picture that a shared address is shown with.
 * @param svg as drawn, colours by the names of the tokens
 * @param symbols what it uses by name, as the `<g id="wordmark">` of `index.html`
 */
export async function makeSharePicture(svg: string, symbols: string, file: string): Promise<void> {
  const whole = svg.replace("</style>", () => `</style><defs>${symbols}</defs>`);
  await sharp(Buffer.from(paint(whole, readColours())))
    .png({ compressionLevel: 9, palette: true })
    .toFile(file);
}
