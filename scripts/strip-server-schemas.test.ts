import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { bareContract } from "#scripts/strip-server-schemas.ts";

const ROOT = join(import.meta.dirname, "..");
const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(ROOT, folder, name));

/** What the browser is given of a module of the contract. */
function bared(code: string): string {
  const { transform } = bareContract("/contract") as unknown as {
    transform: (this: { parse: typeof parseAst }, code: string, id: string) => { code: string } | null;
  };
  return transform.call({ parse: parseAst }, code, "/contract/some.ts")?.code ?? code;
}

test("an endpoint is its method and its path, and every schema may be left out", () => {
  const given = bared(`
    export const name = z.string().check(z.minLength(3));
    export const join = endpoint({ method: "POST", path: "/api/join", body: z.object({ name }), reply: z.object({}) });
    export const MOST = 7;`);
  expect(given).toContain('/* @__PURE__ */ (() => (endpoint({ method: "POST", path: "/api/join" })))()');
  expect(given).toContain("/* @__PURE__ */ (() => (z.string().check(z.minLength(3))))()");
  expect(given).toContain("export const MOST = 7;");
});

test("the browser's side reads nothing else of an endpoint: it would find nothing", () => {
  const endpoints = files("contract").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/export const (\w+) = endpoint\(/g)].map(([, name]) => name),
  );
  expect(endpoints.length).toBeGreaterThan(50);
  const reads = new RegExp(`\\b(${endpoints.join("|")})\\.(?!method\\b|path\\b)\\w+`);
  const readers = files("web").filter((file) => {
    const source = readFileSync(file, "utf8");
    const found = reads.exec(source);
    // Something else may have the same name, such as what a hook gives.
    return found?.[1] !== undefined && new RegExp(`\\b${found[1]}\\b[^;]*from "#contract/`).test(source);
  });
  expect(readers).toEqual([]);
});
