import { join } from "node:path";
import stylelint from "stylelint";
import { expect, test } from "vitest";

const configFile = join(import.meta.dirname, "../../stylelint.config.js");

async function lintDeclaration(declaration: string, fix = false, codeFilename = "web/domains/a/a.module.css") {
  const { results, code } = await stylelint.lint({
    code: `.a {\n  ${declaration};\n}\n`,
    codeFilename,
    configFile,
    fix,
  });
  return { texts: results.flatMap(({ warnings }) => warnings.map(({ text }) => text)), code };
}

test.each([
  "color: #fff",
  "color: white",
  "--own: rgb(0 0 0 / 0.5)",
  "background: color-mix(in srgb, var(--text) 8%, transparent)",
  "padding: 0 13px",
  "margin-left: -12px",
  "gap: clamp(10px, 2vw, 20px)",
  "font-size: 15px",
  "font: 800 22px / 1.75rem var(--display)",
  "font: 800 var(--d24) / 28px var(--display)",
  "line-height: 20px",
  "border-radius: 20px 20px 6px",
  "box-shadow: 0 4px 12px var(--text)",
  "transition: opacity 250ms var(--ease)",
  "transition: opacity var(--change) ease-in",
  "animation-delay: 0.2s",
  "z-index: 40",
  "padding: var(--s35)",
])("rejects %s", async (declaration) => {
  expect((await lintDeclaration(declaration)).texts).not.toEqual([]);
});

test.each([
  "padding: 0 var(--s4) calc(var(--s2) + env(safe-area-inset-bottom))",
  "padding: calc(var(--s3) - 1px) 5% 112px",
  "font: 800 var(--d24) / 1.75rem var(--display)",
  "line-height: 1.25rem",
  "font-size: clamp(var(--d32), 5vw, var(--d60))",
  "border-radius: 50%",
  "box-shadow: inset 0 0 0 1.5px var(--border), var(--lift)",
  "animation: come 0s var(--wait) both",
  "z-index: 2",
  "top: 17px",
  "width: 300px",
])("accepts %s", async (declaration) => {
  expect((await lintDeclaration(declaration)).texts).toEqual([]);
});

test("--fix replaces a value that equals a token", async () => {
  expect((await lintDeclaration("padding: 4px -8px 0 16px", true)).code).toContain(
    "padding: var(--s1) calc(-1 * var(--s2)) 0 var(--s4)",
  );
});

test("a drawing may mix tokens, but not literal colors", async () => {
  const drawing = "web/domains/a/a-drawing.module.css";
  expect(
    (await lintDeclaration("fill: color-mix(in srgb, var(--sand) 42%, var(--umber))", false, drawing)).texts,
  ).toEqual([]);
  expect((await lintDeclaration("fill: #e5a67c", false, drawing)).texts).toHaveLength(1);
});
