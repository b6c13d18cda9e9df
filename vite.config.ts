import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { analyticsMetaPlugin } from "./scripts/analytics-meta.ts";
import { className } from "./scripts/css-module-names.ts";
import { fontSubsetsPlugin } from "./scripts/font-subsets.ts";
import { helpArticlesPlugin } from "./scripts/help-articles.ts";
import { inlineScriptPlugin } from "./scripts/inline-script.ts";
import { lucideIcons } from "./scripts/lucide-icons.ts";
import { memberChunks } from "./scripts/manual-chunks.ts";
import { REACT_CHUNK } from "./scripts/prerender-pages.ts";
import { reactRouterComponents } from "./scripts/react-router-components.ts";
import { site } from "./site.config.ts";

/** Builds the web app into `dist/web`. `scripts/build.ts` runs it, then prerenders the public pages. */
export default defineConfig({
  root: "web",
  publicDir: "public",
  cacheDir: "../node_modules/.vite",
  plugins: [
    react(),
    lucideIcons(),
    helpArticlesPlugin(),
    inlineScriptPlugin(),
    reactRouterComponents(),
    analyticsMetaPlugin(site.analyticsTag),
    fontSubsetsPlugin("web/fonts.css"),
  ],
  css: { modules: { localsConvention: "camelCaseOnly", generateScopedName: className } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: true,
    // Only styles: the pages name the scripts of their screen, and each link that a script adds costs a slow phone 40 ms.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Packages that seldom change, so that browsers keep them cached across releases.
            {
              name: REACT_CHUNK,
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|rolldown[\\/]runtime|lib[\\/](run|wake)-react\.ts$/,
            },
            // One chunk instead of twenty for everything that every page loads first.
            { name: "base", tags: ["$initial"] },
            memberChunks(),
          ],
        },
      },
    },
  },
});
