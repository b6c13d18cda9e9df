import { readFileSync } from "node:fs";
import { join } from "node:path";
import stylelint, { type Rule } from "stylelint";

const NAME = "spotter/scales";
const TOKENS = join(import.meta.dirname, "../../web/ui/tokens.css");

/** Lengths above the scale's last step are a screen's geometry: a column's width, the room of a bar. */
const LAST_STEP_PX = 72;
/** Layers within one piece; those of the page have names. */
const OWN_LAYERS = 2;
/** A line that is drawn as a shadow: no blur, up to 5 px (a ring with a gap), in a named colour. */
const LINE = /^(inset )?(-?[0-3](\.5)?(px)? ){2}0 ([0-5](\.5)?px )?(var\(--[a-z0-9-]+(, ?[a-z]+)?\)|currentColor)$/;

/** How the names of steps look; one that no token has would silently be nothing. */
const STEP = /^--([std]\d|r-|z-)/;

/** One scale of the tokens: what it is of, and which of its values may be written as they are. */
interface Scale {
  readonly of: RegExp;
  /** How the names of its tokens begin. */
  readonly tokens: RegExp;
  /** Finds values that must be tokens; a match is one value with its sign. */
  readonly values: RegExp;
  readonly free: (amount: number) => boolean;
  readonly what: string;
}

const SCALES: readonly Scale[] = [
  {
    of: /^((scroll-)?(margin|padding)(-.+)?|(row-|column-)?gap)$/,
    tokens: /^--(s\d+|sliver|target)$/,
    values: /-?\d*\.?\d+px/g,
    // A hairline is one pixel wherever it is.
    free: (px) => Math.abs(px) <= 1 || Math.abs(px) > LAST_STEP_PX,
    what: "a step of the space",
  },
  {
    of: /^font(-size)?$/,
    tokens: /^--[td]\d+$/,
    values: /\d*\.?\d+(px|rem)/g,
    free: () => false,
    what: "a size of type",
  },
  { of: /^border(-.+)?-radius$/, tokens: /^--r-/, values: /\d*\.?\d+px/g, free: (px) => px === 0, what: "a radius" },
  {
    of: /^(transition|animation)(-.+)?$/,
    tokens: /^--(press|change|wait|modal|match|draw|turn|breath|crawl)$/,
    values: /\b\d*\.?\d+m?s\b/g,
    free: (ms) => ms === 0,
    what: "a duration",
  },
  {
    of: /^z-index$/,
    tokens: /^--z-/,
    values: /-?\d+/g,
    free: (layer) => Math.abs(layer) <= OWN_LAYERS,
    what: "a layer",
  },
];

/** A value's amount in its scale's unit: pixels, milliseconds or layers. */
function amountOf(text: string): number {
  return Number.parseFloat(text) * (/[\d.]s$/.test(text) ? 1000 : 1);
}

function readTokens(): ReadonlyMap<string, string> {
  return new Map(
    [...readFileSync(TOKENS, "utf8").matchAll(/^ {2}(--[\w-]+): (.+?);/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

/** The part of a value that counts: not what has a name already, nor a line height, which goes with its size. */
function spelledOut({ prop, value }: { readonly prop: string; readonly value: string }): string {
  const blank = (text: string) => " ".repeat(text.length);
  const named = value.replace(/var\(--[\w-]+/g, blank);
  return prop === "font" ? named.replace(/\/\s*\S+/, blank) : named;
}

/**
 * Has space, type, radii, durations, layers and shadows come from `web/ui/tokens.css`. Free are: 0, a hairline's pixel, whatever is
 * relative (%, vw, em), what lies above the scale, lines that are drawn as shadows, and positions (`inset`, `top` …),
 * widths and heights, which are geometry. `--fix` gives a value that is a step its name.
 */
const rule: Rule = () => (root, result) => {
  const tokens = readTokens();
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    const report = (message: string, word: string, fix?: () => void) =>
      stylelint.utils.report({ ruleName: NAME, result, node: declaration, message, word, ...(fix ? { fix } : {}) });

    for (const scale of SCALES.filter(({ of }) => of.test(prop))) {
      for (const found of [...spelledOut(declaration).matchAll(scale.values)].reverse()) {
        const [text] = found;
        const amount = amountOf(text);
        if (scale.free(amount)) continue;
        const name = [...tokens].find(
          ([token, its]) => scale.tokens.test(token) && amountOf(its) === Math.abs(amount) && token !== "--wait",
        )?.[0];
        const step = amount < 0 && prop !== "z-index" ? `calc(-1 * var(${name}))` : `var(${name})`;
        const fix = () => {
          const now = declaration.value;
          declaration.value = now.slice(0, found.index) + step + now.slice(found.index + text.length);
        };
        report(
          `${text} of ${prop} is not ${scale.what} by its name${name ? `: ${step}` : ""}`,
          text,
          name ? fix : undefined,
        );
      }
    }
    for (const [, name = ""] of value.matchAll(/var\((--[\w-]+)/g)) {
      if (STEP.test(name) && !tokens.has(name)) report(`${name} is no token`, name);
    }
    if (/^(transition|animation)/.test(prop) && /cubic-bezier|steps\(|\bease/.test(spelledOut(declaration))) {
      report(`${prop} has a curve that is not a token`, value);
    }
    if (/^(box|text)-shadow$/.test(prop) && !isShadow(value)) report(`${prop} is neither --lift nor a line`, value);
  });
};

function isShadow(value: string): boolean {
  return value.split(/,\s+(?![^(]*\))/).every((one) => /^(none|inherit|var\(--[\w-]+\))$/.test(one) || LINE.test(one));
}

rule.ruleName = NAME;
rule.messages = {};
rule.meta = { url: "CONTRIBUTING.md", fixable: true };

export const scales = stylelint.createPlugin(NAME, rule);
