import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import puppeteer, { type ElementHandle, type KeyInput } from "puppeteer-core";
import { findBrowser } from "#scripts/browser.ts";
import { FIREFOX, hasBrowser, INSTALL_HINT, WEBKIT_DRIVER, XVFB } from "#scripts/debian-browsers.ts";
import { type PageFunction, startSession } from "./webdriver.ts";

/** Browsers of all engines behind one interface: Playwright drives none of Debian's Firefox and WebKit. */

export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type Engine = (typeof ENGINES)[number];

/** The driver's browser. */
const MINI_BROWSER = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const VIEWPORT = { width: 1024, height: 768 };

/** The only tab of a browser without cookies and caches. */
export interface EngineTab {
  /** Starts to load a page, without waiting for it. */
  readonly open: (url: string) => Promise<void>;
  readonly back: () => Promise<void>;
  readonly evaluate: <T>(run: PageFunction<T>, ...args: unknown[]) => Promise<T>;
  readonly click: (x: number, y: number) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: "Enter" | "Escape" | "Tab") => Promise<void>;
  readonly upload: (selector: string, path: string) => Promise<void>;
  readonly screenshot: () => Promise<Uint8Array>;
  /** Errors of the console and uncaught errors. WebKit reports none. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

export const hasEngine = (engine: Engine): boolean => engine === "chromium" || hasBrowser(engine);

async function launchPuppeteer(engine: "chromium" | "firefox"): Promise<EngineTab> {
  const { executablePath, args, env } =
    engine === "firefox" ? { executablePath: FIREFOX, args: [], env: {} } : await findBrowser();
  const browser = await puppeteer.launch({
    browser: engine === "firefox" ? "firefox" : "chrome",
    executablePath,
    args: [...args],
    env: { ...process.env, ...env },
    headless: true,
    defaultViewport: VIEWPORT,
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport(VIEWPORT);
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  return {
    errors,
    async open(url) {
      // Rejects if the page is left before it has loaded.
      page.goto(url).catch(() => undefined);
    },
    async back() {
      page.goBack().catch(() => undefined);
    },
    evaluate: (run, ...args) => page.evaluate(run as (...given: unknown[]) => unknown, ...args) as Promise<never>,
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key satisfies KeyInput),
    async upload(selector, path) {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement>;
      await input.uploadFile(path);
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts an X server in memory. */
async function startDisplay(): Promise<{ display: string; process: ChildProcess }> {
  const screen = `${VIEWPORT.width}x${VIEWPORT.height}x24`;
  const child = spawn(XVFB, ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error("Xvfb has exited")));
  });
  return { display: `:${number}`, process: child };
}

async function launchWebKit(): Promise<EngineTab> {
  const { display, process: xvfb } = await startDisplay();
  const port = await findFreePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1" },
  });
  const stop = () => {
    driver.kill();
    xvfb.kill();
  };
  try {
    const session = await startSession(`http://127.0.0.1:${port}`, {
      "webkitgtk:browserOptions": {
        binary: MINI_BROWSER,
        args: ["--automation", "--full-screen"],
      },
    });
    return {
      ...session,
      open: session.navigate,
      errors: [],
      async close() {
        await session.end().catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** @throws Error with instructions if the browser is not installed */
export async function launchEngine(engine: Engine): Promise<EngineTab> {
  if (!hasEngine(engine)) throw new Error(`${engine} ${INSTALL_HINT}`);
  return engine === "webkit" ? launchWebKit() : launchPuppeteer(engine);
}
