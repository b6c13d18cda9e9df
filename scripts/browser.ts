import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** What its process needs in the environment, and nobody else's should have. */
  readonly env: Readonly<Record<string, string>>;
}

/** Arguments that keep a test browser off the network and let it run as root. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
];

/**
 * Finds a Chromium to test with: `CHROME_PATH`, the system's, Playwright's own, or the one that comes as an npm package.
 * @throws Error saying what was tried, where there is none
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env["CHROME_PATH"];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist`);
    return { executablePath: named, args: QUIET, env: {} };
  }
  const { chromium } = await import("@playwright/test");
  const found = [...SYSTEM, chromium.executablePath()].find((path) => existsSync(path));
  return found ? { executablePath: found, args: QUIET, env: {} } : unpacked();
}

/** The package's own font settings name folders of a machine it was made for; without any font a text field crashes. */
function writeFontSettings(home: string): string {
  const file = join(home, "fonts.conf");
  const folders = [join(home, "fonts"), "/usr/share/fonts"].map((folder) => `<dir>${folder}</dir>`).join("");
  writeFileSync(file, `<fontconfig>${folders}<cachedir>${join(home, "font-cache")}</cachedir></fontconfig>`);
  return file;
}

/**
 * The npm package unpacks a browser and its system libraries into the temporary folder. It gets a folder of its own,
 * by user, and what it puts into the environment is taken out again, because other programs would load its libraries.
 */
async function unpacked(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "No browser to test with: set CHROME_PATH, install Chromium, or run 'npx playwright install chromium'",
    );
  }
  const home = join(tmpdir(), `spotter-chromium-${process.getuid?.() ?? 0}`);
  const ready = join(home, "chromium");
  const before = { ...process.env };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  process.env["TMPDIR"] = home;
  process.env["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs24.x";
  try {
    if (existsSync(ready) && !existsSync(join(home, "complete"))) rmSync(home, { recursive: true });
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const { default: chromium } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    mkdirSync(join(home, "complete"), { recursive: true });
    const libraries = process.env["LD_LIBRARY_PATH"] ?? "";
    return {
      executablePath,
      args: [...QUIET, "--headless=shell", "--use-gl=angle", "--use-angle=swiftshader"],
      env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: writeFontSettings(home) },
    };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** What Playwright is told to start the browser with. @param more arguments besides the browser's own */
export async function launchOptions(...more: readonly string[]) {
  const { executablePath, args, env } = await findBrowser();
  return { executablePath, args: [...args, ...more], env: { ...(process.env as Record<string, string>), ...env } };
}
