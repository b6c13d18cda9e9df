import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Request, Route } from "@playwright/test";

type Handler = (route: Route) => Promise<void>;

/**
 * Intercepts requests. The returned function stops that but keeps the route, because Chromium aborts loads in progress
 * when the last route is removed, which leaves the page empty.
 */
async function intercept(page: Page, address: string, handler: Handler): Promise<() => void> {
  let isActive = true;
  await page.route(address, (route) => (isActive ? handler(route) : route.fallback()));
  return () => {
    isActive = false;
  };
}

const forMethod =
  (method: string, handler: Handler): Handler =>
  (route) =>
    route.request().method() === method ? handler(route) : route.fallback();

/** The returned function releases them and all later ones. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** Until `release` is called. */
export async function holdResponses(
  page: Page,
  address: string,
): Promise<{ countHeld: () => number; release: () => void }> {
  const released = Promise.withResolvers<void>();
  let held = 0;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    held++;
    await released.promise;
    await route.fulfill({ response });
  });
  return { countHeld: () => held, release: released.resolve };
}

export async function delayRequests(page: Page, address: string, ms: number): Promise<void> {
  await page.route(address, async (route) => {
    await pause(ms);
    await route.fallback();
  });
}

/** As the server would, until the returned function is called. */
export const refuseRequests = (
  page: Page,
  method: string,
  address: string,
  status: number,
  body: object = {},
  headers: Record<string, string> = {},
) =>
  intercept(
    page,
    address,
    forMethod(method, (route) =>
      route.fulfill({ status, headers, json: { success: false, code: "invalid", ...body } }),
    ),
  );

/** As the page does before it is unloaded. */
export const sendHeldCrushes = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event("pagehide")));

/** Until the returned function is called. */
export const abortRequests = (page: Page, method: string, address: string) =>
  intercept(
    page,
    address,
    forMethod(method, (route) => route.abort()),
  );

/**
 * Lets requests fail until the returned function is called. Holds live events back, because a page that connects
 * repeats failed requests by itself. Must be called before the page is opened.
 */
export async function failToLoad(page: Page, address: string): Promise<() => void> {
  await holdEvents(page);
  return abortRequests(page, "GET", address);
}

/**
 * Lets requests reach the server but drops its responses, until the returned function is called. `before` is awaited
 * before each response is dropped.
 */
export async function loseResponses(
  page: Page,
  urlPattern: string,
  before: () => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  const probe = `/symbol.svg?${randomUUID()}`;
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId, request }) => {
    if (request.url.endsWith(probe)) {
      await session.send("Fetch.fulfillRequest", { requestId, responseCode: 204 });
      return;
    }
    await before();
    await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
  });
  await session.send("Fetch.enable", {
    patterns: [
      { urlPattern, requestStage: "Response" },
      { urlPattern: `*${probe}`, requestStage: "Request" },
    ],
  });
  // The browser answers before the page intercepts its requests: a key that is pressed now could be faster.
  await page.evaluate(async (address) => {
    while ((await fetch(address)).status !== 204);
  }, probe);
  return () => session.detach();
}

export async function changeResponse<T>(page: Page, address: string, change: (reply: T) => unknown): Promise<void> {
  await page.route(address, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as T) });
  });
}

interface Found {
  readonly profiles: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** In all pages of the search result. */
export async function findListed(route: Route, people: readonly { id: string }[]): Promise<Found["profiles"]> {
  const wanted = new Set(people.map((person) => person.id));
  const picked = [];
  const url = new URL(route.request().url());
  url.searchParams.delete("cursor");
  url.searchParams.set("limit", "100");
  for (;;) {
    const reply = (await (await route.fetch({ url: url.href })).json()) as Found;
    picked.push(...reply.profiles.filter(({ id }) => wanted.has(id)));
    if (reply.nextCursor === null || picked.length === wanted.size) return picked;
    url.searchParams.set("cursor", reply.nextCursor);
  }
}

export async function showOnly(page: Page, people: readonly { id: string }[]): Promise<void> {
  await page.route("**/api/profile/all*", async (route) => {
    const profiles = await findListed(route, people);
    await route.fulfill({ json: { success: true, profiles, nextCursor: null } });
  });
}

/**
 * Time for a page to start its requests after connecting. Their responses are awaited for a limited time, because a
 * test may hold them back.
 */
const REQUESTS_START_MS = 50;
const RESPONSES_MAX_MS = 3000;

/**
 * Resolves when the page receives live events and the requests that it sends after connecting are answered, so that
 * they do not interfere with the next steps. Call it before opening the page, and await it afterwards.
 */
export async function waitForSocket(page: Page): Promise<void> {
  const connected = Promise.withResolvers<void>();
  const pendingRequests = new Set<Request>();
  const end = (request: Request) => pendingRequests.delete(request);
  page.on("request", (request) => request.resourceType() === "fetch" && pendingRequests.add(request));
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith("40{")) connected.resolve();
    }),
  );
  await connected.promise;
  const since = Date.now();
  do await pause(REQUESTS_START_MS);
  while (pendingRequests.size > 0 && Date.now() - since < RESPONSES_MAX_MS);
}

/** Such as 'POST /api/match/send-crush'. */
export function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return sent;
}

/**
 * Holds the connection for live events back until the returned function is called. Must be called before the page is
 * opened.
 */
export async function holdEvents(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await released.promise;
    socket.connectToServer();
  });
  return released.resolve;
}

export async function slowDownCpu(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
}

export async function reloadConnected(page: Page): Promise<void> {
  const connected = waitForSocket(page);
  await page.reload();
  await connected;
}
