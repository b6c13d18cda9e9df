import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../web");
const SOURCES = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["testing/**", "**/*.test.ts"] }).map((file) =>
  readFileSync(join(WEB, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""),
);

const POLICY = readFileSync(join(WEB, "screens/cookie-policy/cookie-policy.tsx"), "utf8");

const SPECIFIED = ["token", "user", "onboardingComplete", "returningUser", "installBannerDismissed", "pwaInstalled"];
const OURS = [
  "theme",
  "analyticsConsent",
  "pushFor",
  "pushEnded",
  "pushPromptDismissed",
  "units",
  "dateHabits",
  "firstVisit",
];

const findConstants = (source: string) =>
  [...source.matchAll(/const (\w+) = "([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value] as const);
const ALL_CONSTANTS = new Map(SOURCES.flatMap(findConstants));

/** The keys that a file writes to local storage: literals, or constants of this file or another one. */
function findWrittenKeys(source: string): string[] {
  const constants = new Map([...ALL_CONSTANTS, ...findConstants(source)]);
  return [...source.matchAll(/localStorage\.setItem\((?:"([^"]*)"|(\w+))/g)].map(
    ([, literal, name = ""]) => literal ?? constants.get(name) ?? `unknown: ${name}`,
  );
}

// @spec 3.stored-token-user 3.stored-installbannerdismissed-pwainstalled
test("local storage has the keys of the specification and those of decision 046, which the cookie policy names", () => {
  const keys = new Set(SOURCES.flatMap(findWrittenKeys));
  expect(keys).toEqual(new Set([...SPECIFIED, ...OURS]));
  const [, list = ""] = /const STORAGE_KEYS[\s\S]*?= \[([\s\S]*?)\n\];/.exec(POLICY) ?? [];
  const named = [...list.matchAll(/\[\s*"([\w, ]+)",/g)].flatMap(([, names = ""]) => names.split(", "));
  expect(new Set(named)).toEqual(keys);
});

test("local storage is accessed by its methods only, which the test above can read", () => {
  const accesses = SOURCES.flatMap((source) => source.match(/localStorage(\[|\.\w+)/g) ?? []);
  expect(new Set(accesses)).toEqual(
    new Set(["localStorage.getItem", "localStorage.setItem", "localStorage.removeItem"]),
  );
});

test("the cookie policy names the server's cookies", () => {
  const files = ["domains/accounts/sessions/client-device.ts", "platform/http/lagging-reads.ts"];
  const names = files.flatMap((file) =>
    [...readFileSync(join(WEB, "../server", file), "utf8").matchAll(/"((?:__Secure-)?spotter_\w+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(names).toHaveLength(4);
  for (const name of names) expect(POLICY).toContain(`<code>${name}</code>`);
});
