import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FontFace, parseFontFaces, subset } from "./font-subsets.ts";

const WEB = join(import.meta.dirname, "../web");
const FACES = parseFontFaces(readFileSync(join(WEB, "fonts.css"), "utf8"));
const DISPLAY = "Archivo";
const BODY = "Figtree";

const readSources = (pattern: string): string[][] =>
  globSync(pattern, { cwd: WEB }).map((file) => [file, readFileSync(join(WEB, file), "utf8")]);

/** In percent, set by a rule or an element. */
interface Use {
  readonly where: string;
  readonly family: string;
  readonly weight?: number | undefined;
  readonly width?: number | undefined;
}

const parse = (text: string | undefined) => (text === undefined ? undefined : Number.parseFloat(text));

/**
 * Only the display family has widths, so a rule with a width is about it. A rule that sets the display family has to
 * set both, because the defaults are not in the subset: they become NaN.
 */
function findUses(file: string, css: string): Use[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([^{}]*)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = "", body = ""]): Use[] => {
    const find = (property: string) => new RegExp(`(?<![\\w-])${property}:\\s*([^;]+);`).exec(body)?.[1];
    const font = find("font") === "inherit" ? undefined : find("font");
    const weight = parse(find("font-weight") ?? font);
    const width = parse(find("font-stretch"));
    const where = `${file}: ${selector.trim()}`;
    if (`${find("font-family")} ${font}`.includes("var(--display)"))
      return [{ where, family: DISPLAY, weight: weight ?? Number.NaN, width: width ?? Number.NaN }];
    if (width !== undefined) return [{ where, family: DISPLAY, weight, width }];
    return weight === undefined ? [] : [{ where, family: BODY, weight }];
  });
}

const findTextUses = (file: string, source: string): Use[] =>
  [...source.matchAll(/fontFamily="var\(--display\)"[^>]*/g)].map(([attributes]) => ({
    where: file,
    family: DISPLAY,
    weight: parse(/fontWeight="(\d+)"/.exec(attributes)?.[1]) ?? Number.NaN,
    width: parse(/fontStretch: "(\d+)%"/.exec(attributes)?.[1]) ?? Number.NaN,
  }));

const isWithin = (value: number | undefined, range: FontFace["width"]) =>
  value === undefined || range === undefined || (value >= range.min && value <= range.max);

/** Ours, or a fallback. */
const findLacking = ({ family, weight, width }: Use): string[] => {
  const families = Map.groupBy(
    FACES.filter((face) => face.family.startsWith(`${family} `)),
    (face) => face.family,
  );
  return [...families].flatMap(([name, faces]) =>
    faces.some((face) => isWithin(weight, face.weight) && isWithin(width, face.width)) ? [] : [name],
  );
};

const format = (use: Use) => `${use.where}: ${use.weight ?? "any"} ${use.width ?? ""}: ${findLacking(use).join()}`;

describe("the styles", () => {
  const uses = [
    ...readSources("*/**/*.css").flatMap(([file = "", css = ""]) => findUses(file, css)),
    ...readSources("**/*.tsx").flatMap(([file = "", source = ""]) => findTextUses(file, source)),
  ];

  test("use only weights and widths that the fonts and their fallbacks have", () => {
    expect(new Set(uses.map(({ family }) => family))).toEqual(new Set([DISPLAY, BODY]));
    expect(uses.filter((use) => findLacking(use).length > 0).map(format)).toEqual([]);
  });

  test("use every face of the display family", () => {
    const ofDisplay = uses.filter(({ family }) => family === DISPLAY);
    const unused = FACES.filter(
      (face) =>
        face.family.startsWith(DISPLAY) &&
        !ofDisplay.some(({ weight, width }) => isWithin(weight, face.weight) && isWithin(width, face.width)),
    );
    expect(unused).toEqual([]);
  });
});

test.each([
  [".a { font: 900 var(--d24) / 1 var(--display); font-stretch: 125%; }", `${DISPLAY} Variable`],
  [".a { font-stretch: 100%; }", `${DISPLAY} Variable`],
  [".a { font-family: var(--display); font-weight: 800; }", `${DISPLAY} Variable`],
  [".a { font-weight: 200; }", `${BODY} Variable`],
  [".a { font-weight: bolder; }", `${BODY} Variable`],
])("rejects %s", (css, family) => {
  expect(findUses("a.css", css).flatMap(findLacking)).toContain(family);
});

test.each([
  [DISPLAY, 35_000],
  [BODY, 18_000],
])("the subset of %s is at most %i bytes", async (family, maximum) => {
  const font = FACES.filter((face) => "url" in face).find((face) => face.family === `${family} Variable`);
  if (!font) throw new Error(`fonts.css has no file of ${family}`);
  const file = await subset(font);
  expect(file.toString("latin1", 0, 4)).toBe("wOF2");
  expect(file.length).toBeLessThanOrEqual(maximum);
});
