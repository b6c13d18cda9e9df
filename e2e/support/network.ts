import { setTimeout as pause } from "node:timers/promises";
import type { Page, Request, Route } from "@playwright/test";

/** Simulates a slow, failing or lost network for a page. */

type Handler = (route: Route) => Promise<void>;

/**
 * Has a handler stand before the network. Calling what is returned lets everything through again; the route itself stays:
 * Chromium forgets what it is just loading when the last one goes, and a page stays empty.
 */
async function standBefore(page: Page, address: string, handler: Handler): Promise<() => void> {
  let standing = true;
  await page.route(address, (route) => (standing ? handler(route) : route.fallback()));
  return () => {
    standing = false;
  };
}

/** A handler for requests of one method; the others go on. */
const only =
  (method: string, handler: Handler): Handler =>
  (route) =>
    route.request().method() === method ? handler(route) : route.fallback();

/** Keeps replies back. Calling what is returned lets them go, and all later ones. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** Lets requests through late, each by itself. */
export async function delayRequests(page: Page, address: string, ms: number): Promise<void> {
  await page.route(address, async (route) => {
    await pause(ms);
    await route.fallback();
  });
}

/** Answers in the server's place, as it would where it refuses, until what is returned is called. */
export const refuseRequests = (
  page: Page,
  method: string,
  address: string,
  status: number,
  body: object = {},
  headers: Record<string, string> = {},
) =>
  standBefore(
    page,
    address,
    only(method, (route) => route.fulfill({ status, headers, json: { success: false, code: "invalid", ...body } })),
  );

/** Lets nothing come back at all, until what is returned is called. */
export const abortRequests = (page: Page, method: string, address: string) =>
  standBefore(
    page,
    address,
    only(method, (route) => route.abort()),
  );

/**
 * Fails what a screen loads until what is returned is called. Live events are held back: a page that connects loads what failed
 * again by itself, perhaps just before the test does. To be called before the page is opened.
 */
export async function failToLoad(page: Page, address: string): Promise<() => void> {
  await holdEvents(page);
  return abortRequests(page, "GET", address);
}

/**
 * Lets requests through and loses the server's answers, until what is returned is called. `before` is waited for while an
 * answer is on its way.
 */
export async function loseResponses(
  page: Page,
  urlPattern: string,
  before: () => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId }) => {
    await before();
    await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
  return () => session.detach();
}

/** Changes a JSON reply of the server on its way. */
export async function changeResponse<T>(page: Page, address: string, how: (reply: T) => unknown): Promise<void> {
  await page.route(address, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: how((await response.json()) as T) });
  });
}

interface Found {
  readonly profiles: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** What the server has of these people for a page of Browse, wherever they are in its order. */
export async function pickOut(route: Route, people: readonly { id: string }[]): Promise<Found["profiles"]> {
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

/** Shows these people on the browse page and nobody else. */
export async function showOnly(page: Page, people: readonly { id: string }[]): Promise<void> {
  await page.route("**/api/profile/all*", async (route) => {
    const profiles = await pickOut(route, people);
    await route.fulfill({ json: { success: true, profiles, nextCursor: null } });
  });
}

/** What a page asks with its connection is sent within so long, and waited for no longer than that: a test may hold it back. */
const ASKED_MS = 50;
const ANSWERED_MS = 3000;

/**
 * Resolves when the page hears live events, and what it asks for with its connection is answered: what a test does next is not
 * overtaken by that. To be called before it is opened, and awaited after.
 */
export async function waitForSocket(page: Page): Promise<void> {
  const connected = Promise.withResolvers<void>();
  const onTheirWay = new Set<Request>();
  const end = (request: Request) => onTheirWay.delete(request);
  page.on("request", (request) => request.resourceType() === "fetch" && onTheirWay.add(request));
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith("40{")) connected.resolve();
    }),
  );
  await connected.promise;
  const since = Date.now();
  do await pause(ASKED_MS);
  while (onTheirWay.size > 0 && Date.now() - since < ANSWERED_MS);
}

/** The requests that a page sends from now on, as 'POST /api/match/send-crush'. */
export function recordEvents(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return sent;
}

/** Keeps live events from being connected to until what is returned is called. To be called before the page is opened. */
export async function holdEvents(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await released.promise;
    socket.connectToServer();
  });
  return released.resolve;
}

/** Has a page's scripts take `times` as long, from now on. */
export async function slowDownCpu(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
}
