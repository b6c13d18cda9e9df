import { readFileSync } from "node:fs";
import { join } from "node:path";
import stylelint, { type Rule } from "stylelint";

const NAME = "spotter/scales";
const TOKENS = join(import.meta.dirname, "../../web/ui/tokens.css");

/** Longer lengths are geometry of a screen, such as column widths, and need no token. */
const LAST_STEP_PX = 72;
/** Layers within one component. Layers of the page have tokens. */
const LOCAL_LAYERS = 2;
/** A line that is drawn as a shadow: no blur, at most 5 px (a ring with a gap), in a named color. */
const LINE = /^(inset )?(-?[0-3](\.5)?(px)? ){2}0 ([0-5](\.5)?px )?(var\(--[a-z0-9-]+(, ?[a-z]+)?\)|currentColor)$/;

/** Names of scale tokens. A name that no token has would have no effect. */
const STEP = /^--([std]\d|r-|z-)/;

interface Scale {
  readonly properties: RegExp;
  readonly tokens: RegExp;
  /** A match is one value with its sign. */
  readonly values: RegExp;
  readonly isExempt: (amount: number) => boolean;
  readonly description: string;
}

const SCALES: readonly Scale[] = [
  {
    properties: /^((scroll-)?(margin|padding)(-.+)?|(row-|column-)?gap)$/,
    tokens: /^--(s\d+|sliver|target)$/,
    values: /-?\d*\.?\d+px/g,
    // Hairlines are one pixel on every screen.
    isExempt: (px) => Math.abs(px) <= 1 || Math.abs(px) > LAST_STEP_PX,
    description: "a spacing token",
  },
  {
    properties: /^font(-size)?$/,
    tokens: /^--[td]\d+$/,
    values: /\d*\.?\d+(px|rem)/g,
    isExempt: () => false,
    description: "a font size token",
  },
  {
    properties: /^border(-.+)?-radius$/,
    tokens: /^--r-/,
    values: /\d*\.?\d+px/g,
    isExempt: (px) => px === 0,
    description: "a radius token",
  },
  {
    properties: /^(transition|animation)(-.+)?$/,
    tokens: /^--(press|change|wait|modal|match|draw|turn|breath|crawl)$/,
    values: /\b\d*\.?\d+m?s\b/g,
    isExempt: (ms) => ms === 0,
    description: "a duration token",
  },
  {
    properties: /^z-index$/,
    tokens: /^--z-/,
    values: /-?\d+/g,
    isExempt: (layer) => Math.abs(layer) <= LOCAL_LAYERS,
    description: "a layer token",
  },
];

const FACTORS: readonly (readonly [unit: RegExp, factor: number])[] = [
  [/[\d.]s$/, 1000],
  [/rem$/, 16],
];

/** Pixels, milliseconds or layers. A token that grows less than the text counts with its usual size, the first one. */
function amountOf(text: string): number {
  const first = text.replace(/^min\(([^,]+),.*$/, "$1");
  return Number.parseFloat(first) * (FACTORS.find(([unit]) => unit.test(first))?.[1] ?? 1);
}

function readTokens(): ReadonlyMap<string, string> {
  return new Map(
    [...readFileSync(TOKENS, "utf8").matchAll(/^ {2}(--[\w-]+): (.+?);/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

/** Tokens, and line heights, which belong to their font size. */
function maskExempt({ prop, value }: { readonly prop: string; readonly value: string }): string {
  const blank = (text: string) => " ".repeat(text.length);
  const withoutTokens = value.replace(/var\(--[\w-]+/g, blank);
  return prop === "font" ? withoutTokens.replace(/\/\s*\S+/, blank) : withoutTokens;
}

/**
 * Requires tokens of `web/ui/tokens.css` for space, font sizes, radii, durations, layers and shadows. Exempt are 0,
 * hairlines, relative units (%, vw, em), values above the scale, lines that are drawn as shadows, and geometry:
 * positions (`inset`, `top` …), widths and heights. `--fix` replaces a value that equals a token.
 */
const rule: Rule = () => (root, result) => {
  const tokens = readTokens();
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const report = (message: string, word: string, fix?: () => void) =>
      stylelint.utils.report({ ruleName: NAME, result, node: declaration, message, word, ...(fix ? { fix } : {}) });

    for (const scale of SCALES.filter(({ properties }) => properties.test(prop))) {
      for (const found of [...maskExempt(declaration).matchAll(scale.values)].reverse()) {
        const [text] = found;
        const amount = amountOf(text);
        if (scale.isExempt(amount)) continue;
        const name = [...tokens].find(
          ([token, tokenValue]) =>
            scale.tokens.test(token) && amountOf(tokenValue) === Math.abs(amount) && token !== "--wait",
        )?.[0];
        const step = amount < 0 && prop !== "z-index" ? `calc(-1 * var(${name}))` : `var(${name})`;
        const fix = () => {
          const now = declaration.value;
          declaration.value = now.slice(0, found.index) + step + now.slice(found.index + text.length);
        };
        report(
          `${prop}: ${text} must be ${scale.description}${name ? `, such as ${step}` : ""}`,
          text,
          name ? fix : undefined,
        );
      }
    }
    for (const [, name = ""] of value.matchAll(/var\((--[\w-]+)/g)) {
      if (STEP.test(name) && !tokens.has(name)) report(`${name} is not a token`, name);
    }
    if (/^(transition|animation)/.test(prop) && /cubic-bezier|steps\(|\bease/.test(maskExempt(declaration))) {
      report(`${prop}: the easing must be a token`, value);
    }
    if (/^(font|line-height)$/.test(prop)) {
      const [, height] = /^(?:.*\/ *)?([\d.]+px)\b/.exec(prop === "font" && !value.includes("/") ? "" : value) ?? [];
      if (height) report(`${prop}: a line height in pixels does not grow with its text`, height);
    }
    if (/^(box|text)-shadow$/.test(prop) && !isShadow(value)) report(`${prop} must be --lift or a line`, value);
  });
};

function isShadow(value: string): boolean {
  return value.split(/,\s+(?![^(]*\))/).every((one) => /^(none|inherit|var\(--[\w-]+\))$/.test(one) || LINE.test(one));
}

rule.ruleName = NAME;
rule.messages = {};
rule.meta = { url: "CONTRIBUTING.md", fixable: true };

export const scales = stylelint.createPlugin(NAME, rule);
