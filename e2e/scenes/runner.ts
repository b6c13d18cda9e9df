import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { BLOCKED, collectComplaints, skipOnboarding } from "#e2e/support/fixtures.ts";
import type { SceneMembers } from "./members.ts";
import type { Scene } from "./scene.ts";

/** A scene that is played: what there is to see, and what the console said that it should not. */
export interface Played {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Resolves when what moves has come to rest, and pictures, fonts and words are there. */
  readonly rest: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds after which a page is looked at although something is still on its way: in many scenes that never comes. */
const QUIET_MS = 1500;

/** Milliseconds after which what a scene waits for does not come. */
const PATIENCE_MS = 15_000;
/** Milliseconds from now at which time stops: until it is told so, it goes on. */
const AHEAD_MS = 500;

/** In the page: what moves ends, and what is further down is loaded, too. Endless motion has no end to wait for. */
async function comeToRest(): Promise<void> {
  const pictures = [...document.images].filter((image) => image.getClientRects().length > 0);
  for (const image of pictures) image.loading = "eager";
  await Promise.all([document.fonts.ready, ...pictures.map((image) => image.decode().catch(() => undefined))]);
  for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
}

/** What scenes are played with. */
export interface Run {
  readonly request: APIRequestContext;
  readonly cast: SceneMembers;
  /** Where the app answers. */
  readonly origin: string;
  /** A browser for scenes that need none of their own: what one has loaded the next has, too, and nothing else of it. */
  readonly shared?: BrowserContext;
}

/** Opens a browser that scenes can share. */
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

/** Leaves of the scene before nothing but what was loaded for it. */
async function clear(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage,cookies";
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await session.detach();
}

/**
 * Plays a scene in a browser that has nothing of the one before.
 * @param looks how it is looked at
 */
export async function playScene(
  browser: Browser,
  scene: Scene,
  { request, cast, origin, shared }: Run,
  { viewport = { width: 1440, height: 900 }, ...looks }: Pick<BrowserContextOptions, "viewport" | "reducedMotion"> = {},
): Promise<Played> {
  const ofItsOwn = scene.fleeting || scene.firstVisit || scene.userAgent !== undefined;
  const borrowed = ofItsOwn ? undefined : shared;
  const context =
    borrowed ?? (await open(browser, origin, scene.userAgent === undefined ? {} : { userAgent: scene.userAgent }));
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion: looks.reducedMotion ?? null });
  const complaints: string[] = [];
  let isOver = false;
  collectComplaints(page, complaints, (text) => isOver || BLOCKED.test(text) || (scene.complains?.test(text) ?? false));
  const close = async () => {
    isOver = true;
    // What is held back would come through now: a scene leaves no trace on the server.
    await context.setOffline(true);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (!borrowed) return context.close();
    await page.close();
    await context.setOffline(false);
  };
  try {
    if (borrowed) await clear(borrowed, page, origin);
    else if (!scene.firstVisit) await skipOnboarding(context);
    if (scene.fleeting) await page.clock.install();
    await scene.open({ page, request, cast });
    await page.waitForLoadState("networkidle", { timeout: QUIET_MS }).catch(() => undefined);
    if (scene.fleeting) await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, AHEAD_MS));
  } catch (error) {
    const words = await page
      .locator("body")
      .innerText()
      .catch(() => "nothing");
    await close();
    throw new Error(`${String(error)}\nThere was instead: ${words.slice(0, 300)}`, { cause: error });
  }
  const rest = async () => {
    // What the new size begins to move has begun.
    if (scene.fleeting) await page.clock.runFor(32);
    else await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.evaluate(comeToRest);
  };
  return { page, complaints, rest, close };
}
