import source from "#web/ui/tokens.css?raw";

/** A token: its name, its value in the light theme, and the comment after it. */
export interface Token {
  readonly name: string;
  readonly value: string;
  readonly says: string | undefined;
}

const LIGHT = source.slice(0, source.indexOf('[data-theme="dark"]'));

/** All tokens, in the order of the file. */
const TOKENS: readonly Token[] = [...LIGHT.matchAll(/^ {2}(--[\w-]+): ([^;]+);(?: \/\* (.+?) \*\/)?/gm)].map(
  ([, name = "", value = "", says]) => ({ name, value, says }),
);

/** Tokens whose name matches. */
export const named = (name: RegExp): readonly Token[] => TOKENS.filter((token) => name.test(token.name));
export const colours: readonly Token[] = TOKENS.filter(({ value }) => /^(#|rgb\(|color-mix\(|transparent)/.test(value));

/** Foreground and background colours that are used together, and their minimum contrast (WCAG 1.4.3, 1.4.11). */
export const PAIRS: readonly (readonly [fore: string, ground: string, least: number])[] = [
  ["--text", "--bg", 4.5],
  ["--text", "--surface", 4.5],
  ["--text", "--fill", 4.5],
  ["--muted", "--bg", 4.5],
  ["--muted", "--surface", 4.5],
  ["--on-crush", "--crush", 4.5],
  ["--on-crush", "--crush-pressed", 4.5],
  ["--on-volt", "--volt", 4.5],
  ["--on-solid", "--solid", 4.5],
  ["--on-block", "--block", 4.5],
  ["--block-muted", "--block", 4.5],
  ["--on-brand", "--brand", 4.5],
  ["--danger", "--bg", 4.5],
  ["--danger", "--surface", 4.5],
  ["--success", "--surface", 4.5],
  ["--crush", "--surface", 3],
  ["--border", "--surface", 3],
  ["--focus", "--bg", 3],
];
