import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** WebKit's engine is that of Safari, and needs a display. */
export type DebianBrowser = "firefox" | "webkit";

const APT = "/usr/bin/apt-get";
export const FIREFOX = "/usr/bin/firefox-esr";
export const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
export const XVFB = "/usr/bin/Xvfb";

const PROGRAMS: Readonly<Record<DebianBrowser, readonly string[]>> = {
  firefox: [FIREFOX],
  webkit: [WEBKIT_DRIVER, XVFB],
};
const PACKAGES = ["firefox-esr", "webkit2gtk-driver", "xvfb"];

export const hasBrowser = (browser: DebianBrowser): boolean => PROGRAMS[browser].every((path) => existsSync(path));

export const listMissingBrowsers = (): DebianBrowser[] =>
  (["firefox", "webkit"] as const).filter((browser) => !hasBrowser(browser));

export const INSTALL_HINT = `needs Debian's packages: apt-get install ${PACKAGES.join(" ")}`;

/** @returns true for exit code 0 */
async function runApt(args: readonly string[]): Promise<boolean> {
  const child = spawn(APT, ["-q", "-o", "DPkg::Lock::Timeout=120", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => printed.push(chunk));
  const ok = (await new Promise((resolve) => child.once("close", resolve))) === 0;
  if (!ok) process.stdout.write(Buffer.concat(printed));
  return ok;
}

/** Where this process may install packages. Tests report browsers that are still missing. */
export async function installDebianBrowsers(): Promise<void> {
  if (listMissingBrowsers().length === 0 || !existsSync(APT) || process.geteuid?.() !== 0) return;
  console.log("Installing Firefox and WebKit for tests…");
  if (await runApt(["update"])) await runApt(["install", "-y", "--no-install-recommends", ...PACKAGES]);
}
