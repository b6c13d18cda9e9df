import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const CREATE_ICON = join(import.meta.dirname, "../web/ui/create-icon.ts");
const ALL_ICONS = join(dirname(fileURLToPath(import.meta.resolve("lucide-react"))), "../esm/lucide-react.mjs");

function readIconFiles(): Map<string, string> {
  const exported = readFileSync(ALL_ICONS, "utf8").matchAll(/export \{([^}]*)\} from '.\/icons\/([\w-]+)\.mjs'/g);
  return new Map(
    [...exported].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
}

/** Such as `import Trash2 from "lucide-react/icons/trash";`. */
function importSeparately(files: ReadonlyMap<string, string>, names: string): string {
  const values = names.split(",").map((part) => part.trim());
  const imports = values.flatMap((value) => {
    if (value === "" || value.startsWith("type ")) return [];
    const [name = value, local = name] = value.split(" as ");
    const file = files.get(name);
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
    return [`import ${local} from "lucide-react/icons/${file}";`];
  });
  return imports.join(" ");
}

/**
 * Theirs takes a phone 50 ms for the first screen's icons. Modules import each icon from its own file, so that the
 * build knows which icons a screen needs.
 */
export function lucideIcons(): Plugin {
  const files = readIconFiles();
  return {
    name: "lucide-icons",
    enforce: "pre",
    apply: "build",
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, importer) => (importer?.includes("lucide-react") ? CREATE_ICON : null),
    },
    transform: {
      filter: { code: "lucide-react" },
      handler(code, id) {
        if (id.includes("node_modules"))
          return code.replaceAll(/, key: "\w+"/g, "").replaceAll(/^ {2}(name: .*,|aliases: \[.*\])$/gm, "");
        return code.replaceAll(/import \{([^}]*)\} from "lucide-react";/g, (_, names) =>
          importSeparately(files, names),
        );
      },
    },
  };
}
