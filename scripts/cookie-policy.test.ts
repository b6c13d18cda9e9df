import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../web");
const sources = globSync("**/*.{ts,tsx,html}", { cwd: WEB })
  .filter((file) => !file.includes(".test."))
  .map((file) => readFileSync(join(WEB, file), "utf8"));

/** Names that are written to the browser's local storage: as they stand there, or as the constant that holds them. */
const stored = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/localStorage\.setItem\(\s*(?:"(\w+)"|(\w+))/g)].map(([, name, constant]) =>
      name ? name : (new RegExp(`const ${constant} = "(\\w+)"`).exec(text)?.[1] ?? `unknown ${constant}`),
    ),
  ),
);

test("the cookie policy names the cookie that the server sets", () => {
  const server = readFileSync(join(WEB, "../server/modules/accounts/client-device.ts"), "utf8");
  const names = [...server.matchAll(/"((?:__Secure-)?spotter_\w+)"/g)].map(([, name]) => name);
  const policy = readFileSync(join(WEB, "features/public/cookies.tsx"), "utf8");
  expect(names).toHaveLength(2);
  for (const name of names) expect(policy).toContain(`<code>${name}</code>`);
});

test("the cookie policy names everything that is kept in local storage, and nothing else", () => {
  const policy = readFileSync(join(WEB, "features/public/cookies.tsx"), "utf8");
  const [, list = ""] = /const STORED[\s\S]*?= \[([\s\S]*?)\n\];/.exec(policy) ?? [];
  const named = [...list.matchAll(/\[\s*"([\w, ]+)",/g)].flatMap(([, names = ""]) => names.split(", "));
  expect(named.sort()).toEqual([...stored].sort());
});
