import { join } from "node:path";
import type { Plugin } from "vite";

const ENTRY = join(import.meta.dirname, "../web/inline/inline-script.ts");
/** Of messages only. */
export const FIRST_TEXT = join(import.meta.dirname, "../web/inline/first-text-script.ts");
const MARKER = "<!--inline-script-->";

/** @throws Error if it contains a package, which would make every page heavier */
export async function bundleInlineScript(entry: string = ENTRY): Promise<string> {
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: "iife" } },
    },
  });
  if (!("output" in result)) throw new Error("The inline script was not bundled");
  const [chunk, ...others] = result.output;
  const packaged = chunk.moduleIds.filter((id) => id.includes("node_modules"));
  if (packaged.length > 0) throw new Error(`The inline script contains packages: ${packaged.join(", ")}`);
  if (others.length > 0) throw new Error("The inline script has more than one file");
  // The bundler has escaped closing tags.
  return chunk.code.trim();
}

export const inlineScriptPlugin = (): Plugin => ({
  name: "inline-script",
  transformIndexHtml: {
    order: "pre",
    async handler(html) {
      if (!html.includes(MARKER)) throw new Error(`The page has no ${MARKER}`);
      const code = await bundleInlineScript();
      return html.replace(MARKER, () => `<script>${code}</script>`);
    },
  },
});
