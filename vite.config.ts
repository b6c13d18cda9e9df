import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the browser's side into `dist/web`; `scripts/build.ts` runs it, then prerenders the public pages. */
export default defineConfig({
  root: "web",
  publicDir: "public",
  plugins: [react()],
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: { outDir: "../dist/web", emptyOutDir: true, target: "es2023", assetsInlineLimit: 0, manifest: true },
});
