import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { preparePackages } from "#server/platform/db/embedded-run.ts";
import { RELEASE_MARK, runBuild } from "./build-in-child.ts";

const ROOT = join(import.meta.dirname, "..");

/** The files that a server needs, and the licenses. No history, tests, web sources or build tools. */
const CONTENT = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  "LICENSE",
  "NOTICE.md",
  "README.md",
  "site.config.ts",
  "contract",
  "demo",
  "deploy/README.md",
  "deploy/caddy",
  "deploy/grafana",
  "deploy/haproxy",
  "deploy/nginx",
  "deploy/prometheus",
  "deploy/systemd",
  "dist/web",
  "dist/console",
  "docs/configuration.md",
  "docs/operating",
  "server",
  "scripts/run.cjs",
  "scripts/start.ts",
  "scripts/operator.ts",
  "scripts/build-in-child.ts",
  "scripts/build-stamp.ts",
  "web/public/symbol.svg",
];

const isExcluded = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith(join("server", "testing"));

interface ReleaseMark {
  /** Files of the release before, which its open pages may still ask for. */
  readonly kept?: readonly string[];
}

/** Not those that the release before had kept itself. @returns their names @throws Error if the folder is no release */
function keepAssets(folder: string, previous: string): string[] {
  const { kept = [] } = JSON.parse(readFileSync(join(previous, RELEASE_MARK), "utf8")) as ReleaseMark;
  const assets = "dist/web/assets";
  const names = readdirSync(join(previous, assets)).filter(
    (name) => !kept.includes(name) && !existsSync(join(folder, assets, name)),
  );
  for (const name of names) cpSync(join(previous, assets, name), join(folder, assets, name));
  return names;
}

/**
 * @param previous the folder of the release that runs
 * @throws Error if the folder is not empty
 */
export function copyRelease(folder: string, previous?: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true });
  for (const name of CONTENT) {
    const filter = (source: string) => !isExcluded(relative(ROOT, source));
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const commit = spawnSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout?.trim();
  const kept = previous === undefined ? [] : keepAssets(folder, previous);
  const platform = `${process.platform}-${process.arch}`;
  const mark = { version, commit, platform, builtAt: new Date().toISOString(), kept };
  writeFileSync(join(folder, RELEASE_MARK), `${JSON.stringify(mark, null, 2)}\n`);
}

/** Without running install scripts. */
function install(folder: string): void {
  const npm = process.env["npm_execpath"];
  const args = ["ci", "--ignore-scripts", "--omit=dev", "--include=optional", "--no-audit", "--no-fund"];
  const [command, ...all] = npm ? [process.execPath, npm, ...args] : ["npm", ...args];
  const { status } = spawnSync(command ?? "npm", all, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("npm ci failed; see the output above");
  // Otherwise the first start would modify its folder, which may be read-only.
  preparePackages(join(folder, "node_modules"));
}

if (import.meta.main) {
  const [target, previous] = process.argv.slice(2);
  if (!target) {
    console.error("Usage: npm run release -- <folder> [<folder of the release that runs>]");
    process.exit(2);
  }
  const folder = resolve(target);
  if (!relative(ROOT, folder).startsWith(`..${sep}`)) throw new Error("The folder must be outside the repository");
  try {
    await runBuild(console.log);
    copyRelease(folder, previous === undefined ? undefined : resolve(previous));
    install(folder);
    console.log(`Release written to ${folder}`);
  } catch (error) {
    console.error(`The release failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
