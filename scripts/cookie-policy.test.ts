import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../web");
const sources = globSync("**/*.{ts,tsx,html}", { cwd: WEB })
  .filter((file) => !file.includes(".test."))
  .map((file) => readFileSync(join(WEB, file), "utf8"));

const findConstant = (name: string, texts: readonly string[]): string | undefined =>
  texts.map((text) => new RegExp(`const ${name} = "(\\w+)"`).exec(text)?.[1]).find(Boolean);

/** The keys that the app writes to local storage, as literals or as constants of the same file or an imported one. */
const stored = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/localStorage\.setItem\(\s*(?:"(\w+)"|(\w+))/g)].map(
      ([, name, constant = ""]) => name ?? findConstant(constant, [text, ...sources]) ?? `unknown ${constant}`,
    ),
  ),
);

test("the cookie policy names the server's cookies", () => {
  const files = ["modules/accounts/client-device.ts", "http/lagging-reads.ts"];
  const names = files.flatMap((file) =>
    [...readFileSync(join(WEB, "../server", file), "utf8").matchAll(/"((?:__Secure-)?spotter_\w+)"/g)].map(
      ([, name]) => name,
    ),
  );
  const policy = readFileSync(join(WEB, "features/public/cookies.tsx"), "utf8");
  expect(names).toHaveLength(4);
  for (const name of names) expect(policy).toContain(`<code>${name}</code>`);
});

test("the cookie policy names all keys in local storage, and no others", () => {
  const policy = readFileSync(join(WEB, "features/public/cookies.tsx"), "utf8");
  const [, list = ""] = /const STORAGE_KEYS[\s\S]*?= \[([\s\S]*?)\n\];/.exec(policy) ?? [];
  const named = [...list.matchAll(/\[\s*"([\w, ]+)",/g)].flatMap(([, names = ""]) => names.split(", "));
  expect(named.sort()).toEqual([...stored].sort());
});
