import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the browser's side into `dist/web`; `scripts/build.ts` runs it, then prerenders the public pages. */
export default defineConfig({
  root: "web",
  publicDir: "public",
  cacheDir: "../node_modules/.vite",
  plugins: [react()],
  css: { modules: { localsConvention: "camelCaseOnly" } },
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
            {
              name: "radix",
              // Not the menu and what places it: visitors meet dialogs, and members alone a menu.
              test: /node_modules[\\/](@radix-ui[\\/]react-(?!dropdown|menu|popper|arrow)|aria-hidden|react-remove-scroll|use-)/,
              minShareCount: 3,
            },
            // What every page starts with is one part, not twenty.
            { name: "base", tags: ["$initial"] },
          ],
        },
      },
    },
  },
});
