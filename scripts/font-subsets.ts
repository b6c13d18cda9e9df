import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

const ROOT = join(import.meta.dirname, "..");
const CACHE = join(ROOT, "node_modules/.cache/fonts");
const requireFromRoot = createRequire(join(ROOT, "package.json"));

/** Kerning, ligatures, tabular figures, and the glyphs that some weights require. */
const FEATURES = ["kern", "liga", "tnum", "rvrn"];
/** The URL of the license, which a font has to carry. The subsetter keeps the copyright by default. */
const NAME_IDS = [14];

interface Range {
  readonly min: number;
  readonly max: number;
}

export interface FontFace {
  readonly family: string;
  readonly weight: Range;
  /** Percent of the normal width. Fonts without this axis have none. */
  readonly width?: Range;
}

export interface PackagedFont extends FontFace {
  /** The URL in the stylesheet, such as `@fontsource-variable/name/files/name.woff2`. */
  readonly url: string;
  readonly characters: string;
}

function parseRange(text: string): Range {
  const [min = Number.NaN, max = min] = text.split(/\s+/).map((part) => Number.parseFloat(part));
  return { min, max };
}

/** Lists the characters of a `unicode-range`, such as `U+0000-00FF, U+0131`. */
const parseCharacters = (text: string): string =>
  text
    .split(",")
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .replace("U+", "")
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    })
    .join("");

/** @throws Error if a rule has no family or weight, or a packaged font no `unicode-range` */
export function parseFontFaces(css: string): (FontFace | PackagedFont)[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, rule = ""]) => {
    const find = (descriptor: string) => new RegExp(`${descriptor}:\\s*([^;]+);`).exec(rule)?.[1];
    const [family, weight, width, characters] = ["font-family", "font-weight", "font-stretch", "unicode-range"].map(
      find,
    );
    const [, url] = /url\("([^"]+)"\)/.exec(rule) ?? [];
    if (!family || !weight) throw new Error(`A @font-face rule has no family or weight: ${rule}`);
    const face = {
      family: family.replaceAll('"', ""),
      weight: parseRange(weight),
      ...(width && { width: parseRange(width) }),
    };
    if (!url) return face;
    if (!characters) throw new Error(`The @font-face rule of ${url} has no unicode-range`);
    return { ...face, url, characters: parseCharacters(characters) };
  });
}

const subsetOptions = ({ weight, width }: PackagedFont) => ({
  targetFormat: "woff2" as const,
  keepFeatures: FEATURES,
  preserveNameIds: NAME_IDS,
  // Coordinates are rounded least at the default. Most headings have the maximum width.
  variationAxes: { wght: weight, ...(width && { wdth: { ...width, default: width.max } }) },
});

export async function subset(font: PackagedFont): Promise<Buffer> {
  const { default: subsetFont } = await import("subset-font");
  return subsetFont(readFileSync(requireFromRoot.resolve(font.url)), font.characters, subsetOptions(font));
}

/** A build needs the subset three times and it takes one to three seconds. @returns the path of the file */
async function writeSubset(font: PackagedFont): Promise<string> {
  const hash = createHash("sha256")
    .update(JSON.stringify([font, subsetOptions(font)]))
    // Pins the font and the subsetter.
    .update(readFileSync(join(ROOT, "package-lock.json")));
  const folder = join(CACHE, hash.digest("hex").slice(0, 16));
  const file = join(folder, basename(font.url));
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, await subset(font));
  // Another build may do the same at this time.
  renameSync(unfinished, file);
  return file;
}

/** The `@font-face` rules declare the subsets. */
export const fontSubsetsPlugin = (stylesheet: string): Plugin => ({
  name: "font-subsets",
  async config() {
    const fonts = parseFontFaces(readFileSync(join(ROOT, stylesheet), "utf8")).filter((face) => "url" in face);
    const files = await Promise.all(fonts.map(async (font) => [font.url, await writeSubset(font)] as const));
    return { resolve: { alias: Object.fromEntries(files) } };
  },
});
