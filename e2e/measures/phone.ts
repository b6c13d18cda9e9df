import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { DEMO_CREDENTIALS } from "#demo/members/members.ts";
import { slowDownCpu } from "#e2e/support/network.ts";
import { launchOptions } from "#scripts/browser.ts";
import { runBuild } from "#scripts/build-in-child.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { type SlowLine, startSlowLine, type Transfer } from "./slow-line.ts";

/**
 * Measures how soon a slow phone shows the first content of each screen: without a cache (`cold`), and on a later visit
 * (`warm`), when the service worker and the browser have cached what the first one loaded. Prints medians in
 * milliseconds and as multiples of the floor: a bare page that loads one JSON response and one picture of 40 kB over the
 * same line, measured in the same run. Arguments restrict it to the named screens; `--runs 3` changes the number of runs.
 */

const RUNS = 5;
const SLOWER = 4;
const PHONE = { width: 390, height: 844 };
const CONTENT_MAX_MS = 30_000;
/** A visit counts as over after this time without a transfer. */
const QUIET_MS = 700;
const PHOTOS_CHECK_MS = 1_000;

interface Stored {
  readonly name: string;
  readonly value: string;
}

interface Measured {
  readonly name: string;
  readonly address: string;
  readonly path: string;
  /** The first content. A picture counts once it has loaded. */
  readonly content: string;
}

interface Visit {
  readonly contentMs: number;
  readonly firstPaintMs: number;
  readonly transfers: readonly Transfer[];
  /** Began before the first content. */
  readonly before: readonly Transfer[];
}

const FLOOR_HTML = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Floor</title>
<script>fetch("/data").then((r) => r.json()).then(({ picture }) => { const image = new Image(); image.src = picture; document.body.append(image); });</script>
<body><h1>Floor</h1>`;
const PICTURE_BYTES = 40_000;

/** A picture of an exact size: a small one, padded. */
function createPicture(): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="374" height="468"><rect width="374" height="468" fill="#d81e46"/><!--`;
  return Buffer.from(`${svg}${"x".repeat(PICTURE_BYTES - svg.length - 9)}--></svg>`);
}

async function startFloor(): Promise<{ port: number; close(): void }> {
  const picture = createPicture();
  const server = createServer(({ url }, response) => {
    if (url === "/data") response.setHeader("content-type", "application/json").end(`{"picture":"/picture.svg"}`);
    else if (url === "/picture.svg") response.setHeader("content-type", "image/svg+xml").end(picture);
    else if (url === "/") response.setHeader("content-type", "text/html").end(FLOOR_HTML);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Milliseconds since the navigation and since the epoch. */
interface Report {
  readonly contentMs: number;
  readonly firstPaintMs: number;
  readonly contentAt: number;
}

/**
 * Looks for the content once per frame, as a person would. Reports through a binding of the protocol, because
 * Playwright's own waiting would run 200 ms of script in the slowed page meanwhile.
 * @throws Error if the content is not there in time
 */
async function watchContent(page: Page, selector: string): Promise<() => Promise<Report>> {
  const session = await page.context().newCDPSession(page);
  const report = Promise.withResolvers<Report>();
  session.on("Runtime.bindingCalled", ({ payload }) => report.resolve(JSON.parse(payload) as Report));
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "reportContent" });
  await page.addInitScript((content) => {
    const isThere = (element: Element): boolean =>
      !(element instanceof HTMLImageElement) || (element.complete && element.naturalWidth > 0);
    const send = () => {
      const contentMs = performance.now();
      const firstPaintMs = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
      const contentAt = performance.timeOrigin + contentMs;
      (window as unknown as { reportContent(payload: string): void }).reportContent(
        JSON.stringify({ contentMs, firstPaintMs, contentAt }),
      );
    };
    const look = () => {
      if ([...document.querySelectorAll(content)].some(isThere)) setTimeout(send);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, selector);
  return async () => {
    const timer = setTimeout(() => report.reject(new Error(`no ${selector} in time`)), CONTENT_MAX_MS);
    const seen = await report.promise;
    clearTimeout(timer);
    return seen;
  };
}

async function waitForQuietLine(page: Page, transfers: readonly Transfer[]): Promise<void> {
  let seen = -1;
  const total = () => transfers.reduce((sum, { bytes }) => sum + bytes, transfers.length);
  while (seen !== total()) {
    seen = total();
    await page.waitForTimeout(QUIET_MS);
  }
}

async function visit(context: BrowserContext, line: SlowLine, { address, path, content }: Measured): Promise<Visit> {
  const page = await context.newPage();
  const waitForContent = await watchContent(page, content);
  await slowDownCpu(page, SLOWER);
  const transfers = line.record();
  await page.goto(address + path, { waitUntil: "commit" });
  const { contentMs, firstPaintMs, contentAt } = await waitForContent().catch((error: unknown) => {
    throw new Error(`${path} was not shown`, { cause: error });
  });
  const before = transfers.filter(({ startedAt }) => startedAt < contentAt).map((one) => ({ ...one }));
  await waitForQuietLine(page, transfers);
  await page.close();
  return { contentMs, firstPaintMs, transfers: [...transfers], before };
}

const openPhone = (browser: Browser, origin: string, stored: readonly Stored[] = []): Promise<BrowserContext> =>
  browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin, localStorage: [...stored] }] },
  });

async function measureFloor(browser: Browser, line: SlowLine): Promise<Visit> {
  const context = await openPhone(browser, line.address);
  try {
    return await visit(context, line, { name: "floor", address: line.address, path: "/", content: "img" });
  } finally {
    await context.close();
  }
}

/** One cold and one warm visit in a browser profile of its own. */
async function measure(
  browser: Browser,
  line: SlowLine,
  screen: Measured,
  stored: readonly Stored[],
): Promise<{ cold: Visit; warm: Visit }> {
  const context = await openPhone(browser, line.address, stored);
  try {
    line.setSlow(true);
    const cold = await visit(context, line, screen);
    line.setSlow(false);
    // Lets the service worker take over, as it would have before a later visit.
    const page = await context.newPage();
    const transfers = line.record();
    await page.goto(screen.address + screen.path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await waitForQuietLine(page, transfers);
    await page.close();
    line.setSlow(true);
    return { cold, warm: await visit(context, line, screen) };
  } finally {
    await context.close();
  }
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(" | ")} |`);
const kib = (transfers: readonly Transfer[]): string =>
  (transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(0);

const KINDS: Readonly<Record<string, (transfer: Transfer) => boolean>> = {
  document: ({ kind }) => kind === "document",
  script: ({ kind, isWorker }) => kind === "script" && !isWorker,
  style: ({ kind, isWorker }) => kind === "style" && !isWorker,
  font: ({ kind, isWorker }) => kind === "font" && !isWorker,
  picture: ({ kind, isWorker }) => kind === "image" && !isWorker,
  data: ({ path, isWorker }) => path.startsWith("/api/") && !isWorker,
  worker: ({ isWorker }) => isWorker,
};

/** KiB and number of transfers of each kind, such as `script 150/12`. */
const byKind = (transfers: readonly Transfer[]): string =>
  Object.entries(KINDS)
    .map(([name, accepts]) => [name, transfers.filter(accepts)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => `${name} ${kib(some)}/${some.length}`)
    .join(", ");

interface Login {
  readonly token: string;
  readonly user: { readonly _id: string; readonly username: string };
}

interface Found {
  readonly profiles: readonly { readonly id: string; readonly photos: readonly unknown[] }[];
}

/** The photos of demo members are encoded after the start, which would slow the measurement down. */
async function waitForPhotos(find: () => Promise<Found>): Promise<Found["profiles"]> {
  for (;;) {
    const { profiles } = await find();
    if (profiles.every(({ photos }) => photos.length > 0)) return profiles;
    await pause(PHOTOS_CHECK_MS);
  }
}

async function listScreens(app: string, address: string): Promise<{ screens: Measured[]; stored: Stored[] }> {
  const call = async <T>(path: string, token?: string, body?: object): Promise<T> => {
    const response = await fetch(app + path, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: body ? JSON.stringify(body) : null,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { token, user } = await call<Login>("/api/auth/login", undefined, DEMO_CREDENTIALS);
  const { conversations } = await call<{ conversations: { otherUser: { _id: string } }[] }>(
    "/api/messages/conversations",
    token,
  );
  const profiles = await waitForPhotos(() => call<Found>("/api/profile/all?limit=24", token));
  const of = (name: string, path: string, content: string): Measured => ({ name, address, path, content });
  return {
    screens: [
      of("landing", "/", "#landing img"),
      of("browse", "/browse", "#main img"),
      of("crushes", "/crushes", "#main img"),
      of("messages", "/messages", '#main a[href^="/messages/"]'),
      of("chat", `/messages/${conversations[0]?.otherUser._id}`, '[role="log"] li'),
      of("profile", `/profile/${profiles[0]?.id}`, "#main img"),
      of("own profile", "/profile", "#main img"),
      of("settings", "/settings", '#main [role="switch"]'),
    ],
    stored: [
      { name: "token", value: token },
      { name: "user", value: JSON.stringify({ _id: user._id, username: user.username }) },
      { name: "onboardingComplete", value: "true" },
    ],
  };
}

function readArguments(): { runs: number; names: readonly string[] } {
  const names = process.argv.slice(2);
  const at = names.indexOf("--runs");
  const [, runs] = at < 0 ? [] : names.splice(at, 2);
  return { runs: Number(runs ?? RUNS), names };
}

const { runs, names } = readArguments();
await runBuild(console.log);
const data = makeDataFolder();
const spotter = startSpotter(data.path, { DEMO_MEMBERS: "40", LOG_LEVEL: "warn" });
const app = await spotter.ready();
const floorServer = await startFloor();
const [line, floorLine] = [await startSlowLine(Number(new URL(app).port)), await startSlowLine(floorServer.port)];
const browser = await chromium.launch(await launchOptions());
try {
  const { screens, stored } = await listScreens(app, line.address);
  const measured = screens.filter(({ name }) => names.length === 0 || names.includes(name));
  const floors: number[] = [];
  const results = new Map(measured.map(({ name }) => [name, [] as { cold: Visit; warm: Visit }[]]));
  for (let run = 0; run < runs; run++) {
    for (const screen of measured) {
      floors.push((await measureFloor(browser, floorLine)).contentMs);
      const login = screen.name === "landing" ? [{ name: "onboardingComplete", value: "true" }] : stored;
      results.get(screen.name)?.push(await measure(browser, line, screen, login));
    }
  }
  const bare = median(floors);
  console.log(`floor: ${bare.toFixed(0)} ms`);
  const head = ["screen", "first paint", "content", "× floor", "script KiB, requests before it", "KiB/requests in all"];
  for (const when of ["cold", "warm"] as const) {
    console.log(`\n${when}`);
    row(head);
    row(head.map(() => "---"));
    for (const [name, both] of results) {
      const visits = both.map((one) => one[when]);
      const content = median(visits.map(({ contentMs }) => contentMs));
      const typical = visits.find(({ contentMs }) => contentMs === content) ?? visits[0];
      if (!typical) continue;
      const own = typical.before.filter(({ isWorker }) => !isWorker);
      row([
        name,
        median(visits.map(({ firstPaintMs }) => firstPaintMs)).toFixed(0),
        content.toFixed(0),
        (content / bare).toFixed(2),
        `${kib(own.filter(({ kind }) => kind === "script"))}, ${own.length}`,
        byKind(typical.transfers),
      ]);
    }
  }
} finally {
  await browser.close();
  line.close();
  floorLine.close();
  floorServer.close();
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
}
