import type { Page, Route } from "@playwright/test";

/** What a network does to a page: slow, broken, refusing, gone. */

type Handler = (route: Route) => Promise<void>;

/** Has a handler stand before the network. Calling what is returned takes it away again. */
async function standBefore(page: Page, address: string, handler: Handler): Promise<() => Promise<void>> {
  await page.route(address, handler);
  return () => page.unroute(address, handler);
}

/** A handler for requests of one method; the others go on. */
const only =
  (method: string, handler: Handler): Handler =>
  (route) =>
    route.request().method() === method ? handler(route) : route.fallback();

/** Keeps replies back. Calling what is returned lets them go, and all later ones. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** Answers in the server's place, as it would where it refuses, until what is returned is called. */
export const refuse = (page: Page, method: string, address: string, status: number, body: object = {}) =>
  standBefore(
    page,
    address,
    only(method, (route) => route.fulfill({ status, json: { success: false, code: "invalid", ...body } })),
  );

/** Lets nothing come back at all, until what is returned is called. */
export const breakOff = (page: Page, method: string, address: string) =>
  standBefore(
    page,
    address,
    only(method, (route) => route.abort()),
  );

/**
 * Lets requests through and loses the server's answers, until what is returned is called. `before` is waited for while an
 * answer is on its way.
 */
export async function loseAnswers(
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
export async function change<T>(page: Page, address: string, how: (reply: T) => unknown): Promise<void> {
  await page.route(address, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: how((await response.json()) as T) });
  });
}

interface Found {
  readonly profiles: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** Shows these people on the browse page and nobody else, wherever the server has them in its order. */
export async function showOnly(page: Page, people: readonly { id: string }[]): Promise<void> {
  const wanted = new Set(people.map((person) => person.id));
  await page.route("**/api/profile/all*", async (route) => {
    const shown = [];
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "100");
    for (;;) {
      const reply = (await (await route.fetch({ url: url.href })).json()) as Found;
      shown.push(...reply.profiles.filter(({ id }) => wanted.has(id)));
      if (reply.nextCursor === null || shown.length === wanted.size) break;
      url.searchParams.set("cursor", reply.nextCursor);
    }
    await route.fulfill({ json: { success: true, profiles: shown, nextCursor: null } });
  });
}

/** Resolves when the page hears live events. To be called before it is opened, and awaited after. */
export function live(page: Page): Promise<void> {
  const connected = Promise.withResolvers<void>();
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith("40{")) connected.resolve();
    }),
  );
  return connected.promise;
}

/** The requests that a page sends from now on, as 'POST /api/match/send-crush'. */
export function listen(page: Page): string[] {
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
