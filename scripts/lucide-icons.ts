import { join } from "node:path";
import type { Plugin } from "vite";

const CREATE_ICON = join(import.meta.dirname, "../web/ui/create-icon.ts");

/** Makes the icons of lucide-react use our `createIcon`: theirs takes a phone 50 ms for the first screen's icons. */
export const lucideIcons = (): Plugin => ({
  name: "lucide-icons",
  enforce: "pre",
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: (_, importer) => (importer?.includes("lucide-react") ? CREATE_ICON : null),
  },
});
