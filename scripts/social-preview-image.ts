import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const WEB = join(import.meta.dirname, "../web");
/** Stylesheets that define colors: first the tokens of the light theme, then the names that the drawing uses. */
const STYLESHEETS = ["ui/tokens.css", "domains/site/drawings/hero-drawing.module.css"];

function readColors(): Map<string, string> {
  const colors = new Map<string, string>();
  for (const sheet of STYLESHEETS) {
    for (const [, name = "", value = ""] of readFileSync(join(WEB, sheet), "utf8").matchAll(
      /(--[\w-]+):\s*([^;]+);/g,
    )) {
      if (!colors.has(name)) colors.set(name, value);
    }
  }
  return colors;
}

/** As `#rrggbb`. @param part percent of the first color */
function mix(one: string, part: number, other: string): string {
  const channel = (color: string, i: number) => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map((i) => Math.round((channel(one, i) * part + channel(other, i) * (100 - part)) / 100));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The rasterizer does not support custom properties. */
function resolveColors(svg: string, colors: ReadonlyMap<string, string>): string {
  const resolved = svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const value = colors.get(name);
    if (value === undefined) throw new Error(`The social preview image uses ${name}, which no stylesheet defines`);
    return resolveColors(value, colors);
  });
  return resolved.replace(
    /color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)/g,
    (_, one: string, part: string, other: string) => mix(one, Number(part), other),
  );
}

/**
 * @param svg a drawing that uses color tokens
 * @param symbols definitions that it references: `<g id="wordmark">` of `index.html`
 */
export async function writeShareImage(svg: string, symbols: string, file: string): Promise<void> {
  const complete = svg.replace("</style>", () => `</style><defs>${symbols}</defs>`);
  await sharp(Buffer.from(resolveColors(complete, readColors())))
    .png({ compressionLevel: 9, palette: true })
    .toFile(file);
}
