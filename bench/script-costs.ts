import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, minifySync, type Rolldown, runnerImport } from "vite";
import { helpArticlesPlugin } from "#scripts/help-articles.ts";

/**
 * Prints the gzipped KiB of script that each screen loads for its first rendering, by package. A module's cost is its
 * share of the gzipped chunk, in proportion to its size when it is minified and gzipped alone.
 */
const ROOT = join(import.meta.dirname, "..");
const WEB = join(ROOT, "web");
const ENTRY = "main.tsx";
/** The member shell loads it after the first rendering: itself, and the socket connection. */
const LATER = ["app/member-shell.tsx", "socket.io-client/build/esm/index.js"];

/** The first pattern that matches the path of a module is its column. */
const COLUMNS: readonly (readonly [name: string, path: RegExp])[] = [
  ["React", /node_modules\/(react|react-dom|scheduler)\//],
  ["router", /node_modules\/react-router\//],
  ["query", /node_modules\/@tanstack\//],
  ["Radix", /node_modules\/(@radix-ui|radix-ui|@floating-ui|react-remove-scroll|aria-hidden|use-sidecar|tslib)/],
  ["socket", /node_modules\/(socket\.io|engine\.io|@socket\.io)/],
  ["zod", /node_modules\/zod\//],
  ["icons", /node_modules\/lucide-react\//],
  ["other packages", /node_modules\//],
  ["our code", /./],
];

/** As in `web/pwa/pages.ts`. */
interface Pages {
  readonly APP_SHELLS: readonly { readonly path: string; readonly route: string }[];
}

interface Chunk {
  readonly bytes: number;
  readonly imports: readonly string[];
  readonly modules: ReadonlyMap<string, number>;
}

const gzippedBytes = (code: string): number => gzipSync(code, { level: 9 }).length;

function toChunk({ code, imports, modules }: Rolldown.OutputChunk): Chunk {
  const bytes = gzippedBytes(code);
  const weights = Object.entries(modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id, module]) => [id, gzippedBytes(minifySync(id, module.code ?? "").code)] as const);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return { bytes, imports, modules: new Map(weights.map(([id, weight]) => [id, (bytes * weight) / sum])) };
}

/** Builds the app as `scripts/build.ts` does, into a temporary folder. */
async function buildChunks(): Promise<Map<string, Chunk>> {
  // Selects the production builds of React and its router.
  process.env["NODE_ENV"] = "production";
  const outDir = mkdtempSync(join(tmpdir(), "script-costs-"));
  try {
    const configFile = join(ROOT, "vite.config.ts");
    const built = (await build({ configFile, logLevel: "warn", build: { outDir } })) as Rolldown.RolldownOutput;
    return new Map(built.output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, toChunk(file)]] : [])));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** The chunks that contain modules, and all chunks that they import. */
function withImports(chunks: ReadonlyMap<string, Chunk>, modules: readonly string[]): Set<Chunk> {
  const found = new Set<Chunk>();
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports) add(chunks.get(file));
  };
  for (const module of modules) {
    const containing = [...chunks.values()].filter((chunk) =>
      [...chunk.modules.keys()].some((id) => id.endsWith(module)),
    );
    if (containing.length === 0) throw new Error(`The build has no ${module}`);
    for (const chunk of containing) add(chunk);
  }
  return found;
}

const toKib = (bytes: number): string => (bytes / 1024).toFixed(1);
const sumBytes = (chunks: Iterable<Chunk>): number => [...chunks].reduce((sum, { bytes }) => sum + bytes, 0);

function sumByColumn(chunks: ReadonlySet<Chunk>): number[] {
  const sums = COLUMNS.map(() => 0);
  for (const { modules } of chunks)
    for (const [id, bytes] of modules) {
      const column = COLUMNS.findIndex(([, path]) => path.test(id));
      sums[column] = (sums[column] ?? 0) + bytes;
    }
  return sums;
}

const { APP_SHELLS } = (await runnerImport<Pages>(join(WEB, "pwa/pages.ts"), { plugins: [helpArticlesPlugin()] }))
  .module;
const chunks = await buildChunks();
const row = (name: string, modules: readonly string[], isMember: boolean): string[] => {
  const first = withImports(
    chunks,
    modules.map((module) => join(WEB, module)),
  );
  const later = isMember ? withImports(chunks, LATER).difference(first) : [];
  return [name, ...sumByColumn(first).map(toKib), toKib(sumBytes(first)), String(first.size), toKib(sumBytes(later))];
};
const rows = [
  // The landing page is in the HTML, so its own script is not loaded.
  row("/", [ENTRY], false),
  ...APP_SHELLS.map(({ path, route }) => row(path, [ENTRY, route], true)),
];
const header = ["screen, KiB", ...COLUMNS.map(([name]) => name), "total", "files", "later"];
for (const cells of [header, header.map(() => "---"), ...rows]) console.log(`| ${cells.join(" | ")} |`);
