import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { collectConsoleErrors, skipOnboarding, WORKER_BLOCKED_MESSAGE } from "#e2e/support/fixtures.ts";
import type { SceneMembers } from "./members.ts";
import type { Scene } from "./scene.ts";

/** A scene that was opened: its page, and unexpected messages of the console. */
export interface OpenedScene {
  readonly page: Page;
  readonly consoleMessages: readonly string[];
  /** Resolves when animations have ended and images, fonts and text have loaded. */
  readonly rest: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const QUIET_MS = 1500;

const TIMEOUT_MS = 15_000;
/** Milliseconds from now at which the clock is paused, because it runs until the call takes effect. */
const AHEAD_MS = 500;

/** Runs in the page: ends animations, and loads lazy content. Endless animations are ignored. */
async function comeToRest(): Promise<void> {
  const pictures = [...document.images].filter((image) => image.getClientRects().length > 0);
  for (const image of pictures) image.loading = "eager";
  await Promise.all([document.fonts.ready, ...pictures.map((image) => image.decode().catch(() => undefined))]);
  for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
}

export interface Run {
  readonly request: APIRequestContext;
  readonly cast: SceneMembers;
  readonly origin: string;
  /** A browser context shared by scenes that need no separate one. Only loaded files are kept between scenes. */
  readonly shared?: BrowserContext;
  /** Waits for the network to be idle, for screenshots. */
  readonly isQuiet?: boolean;
}

export async function openSharedContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await open(browser, origin);
  await skipOnboarding(context);
  return context;
}

const open = (browser: Browser, baseURL: string, options: BrowserContextOptions = {}) =>
  browser.newContext({
    baseURL,
    locale: "en-US",
    timezoneId: "America/Chicago",
    serviceWorkers: "block",
    ...options,
  });

/** Loaded files stay. */
async function clear(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage,cookies";
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await session.detach();
}

/** Without data of the previous scene. @param contextOptions the options of the context, such as its viewport */
export async function openScene(
  browser: Browser,
  scene: Scene,
  { request, cast, origin, shared, isQuiet = false }: Run,
  {
    viewport = { width: 1440, height: 900 },
    ...contextOptions
  }: Pick<BrowserContextOptions, "viewport" | "reducedMotion"> = {},
): Promise<OpenedScene> {
  const ofItsOwn = scene.isTemporary || scene.firstVisit || scene.userAgent !== undefined;
  const borrowed = ofItsOwn ? undefined : shared;
  const context =
    borrowed ?? (await open(browser, origin, scene.userAgent === undefined ? {} : { userAgent: scene.userAgent }));
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion: contextOptions.reducedMotion ?? null });
  const consoleMessages: string[] = [];
  let isOver = false;
  collectConsoleErrors(
    page,
    consoleMessages,
    (text) => isOver || WORKER_BLOCKED_MESSAGE.test(text) || (scene.expectedMessages?.test(text) ?? false),
  );
  const close = async () => {
    isOver = true;
    // Pending requests would continue when the mocks are removed. A scene must not change data on the server.
    await context.setOffline(true);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (!borrowed) return context.close();
    await page.close();
    await context.setOffline(false);
  };
  try {
    if (borrowed) await clear(borrowed, page, origin);
    else if (!scene.firstVisit) await skipOnboarding(context);
    if (scene.isTemporary) await page.clock.install();
    await scene.open({ page, request, cast, origin });
    if (isQuiet) await page.waitForLoadState("networkidle", { timeout: QUIET_MS }).catch(() => undefined);
    if (scene.isTemporary) await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, AHEAD_MS));
  } catch (error) {
    const words = await page
      .locator("body")
      .innerText()
      .catch(() => "nothing");
    await close();
    throw new Error(`${String(error)}\nThere was instead: ${words.slice(0, 300)}`, { cause: error });
  }
  const rest = async () => {
    // Starts animations that the new size caused.
    if (scene.isTemporary) await page.clock.runFor(32);
    else await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.evaluate(comeToRest);
  };
  return { page, consoleMessages, rest, close };
}
