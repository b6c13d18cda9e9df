import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** As Vite names them: `localsConvention: "camelCaseOnly"`. */
function classesOf(stylesheet: string): ReadonlySet<string> {
  const css = readFileSync(join(ROOT, stylesheet), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return new Set(
    [...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) =>
      name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ),
  );
}

/** A missing class is no error for TypeScript, and `undefined` in the page. */
test("components use only classes that their stylesheets have", () => {
  const sources = globSync("web/**/*.{ts,tsx}", { cwd: ROOT });
  let used = 0;
  const missing = sources.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return [...source.matchAll(/^import (\w+) from "#(web\/[^"]+\.module\.css)";$/gm)].flatMap(
      ([, name = "", stylesheet = ""]) => {
        const classes = classesOf(stylesheet);
        const names = [...source.matchAll(new RegExp(`(?<![\\w./-])${name}(?:\\.(\\w+)|\\["(\\w+)"\\])`, "g"))];
        used += names.length;
        return names
          .map(([, property = "", key = property]) => key)
          .filter((one) => !classes.has(one))
          .map((one) => `${file}: ${name}.${one}`);
      },
    );
  });
  expect(used).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});
