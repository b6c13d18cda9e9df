import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { className } from "./scripts/css-module-names.ts";
import { fontSubsetsPlugin } from "./scripts/font-subsets.ts";
import { lucideIcons } from "./scripts/lucide-icons.ts";

/**
 * Builds the moderation console into `dist/console`. It shares components with the members' app and no file: none of
 * its code is in a member's bundle, and it has no inline script or analytics. Its service worker has a build of its own
 * (`scripts/build-service-worker.ts`).
 */
export default defineConfig({
  root: "web",
  publicDir: false,
  cacheDir: "../node_modules/.vite",
  plugins: [react(), lucideIcons(), fontSubsetsPlugin("web/fonts.css")],
  css: { modules: { localsConvention: "camelCaseOnly", generateScopedName: className } },
  build: {
    outDir: "../dist/console",
    emptyOutDir: true,
    assetsDir: "moderation/assets",
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "web/console/index.html" },
  },
});
