import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { analyticsMetaPlugin } from "./scripts/analytics-meta.ts";
import { className } from "./scripts/css-module-names.ts";
import { membersChunks } from "./scripts/manual-chunks.ts";
import { bareContract } from "./scripts/strip-server-schemas.ts";
import { site } from "./site.config.ts";

/** Builds the browser's side into `dist/web`; `scripts/build.ts` runs it, then prerenders the public pages. */
export default defineConfig({
  root: "web",
  publicDir: "public",
  cacheDir: "../node_modules/.vite",
  plugins: [react(), analyticsMetaPlugin(site.analyticsTag), bareContract(join(import.meta.dirname, "contract"))],
  css: { modules: { localsConvention: "camelCaseOnly", generateScopedName: className } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What seldom changes: browsers keep it from one version of ours to the next.
            {
              name: "react",
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|rolldown[\\/]runtime/,
            },
            // What every page starts with is one part, not twenty.
            { name: "base", tags: ["$initial"] },
            membersChunks(),
          ],
        },
      },
    },
  },
});
