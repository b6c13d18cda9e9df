import type { Page, Route } from "@playwright/test";

/** What a network does to a page: slow, broken, refusing, gone. */

/** Keeps replies back. Calling what is returned lets them go, and all later ones. */
export async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = [];
  await page.route(address, async (route) => {
    await new Promise<void>((go) => waiting.push(go));
    await route.fallback();
  });
  return async () => {
    await page.unroute(address);
    for (const go of waiting) go();
  };
}

/** Answers in the server's place, as it would where it refuses. Other methods than the named one go through. */
export async function refuse(page: Page, method: string, address: string, status: number, body: object = {}) {
  const json = { success: false, code: "invalid", ...body };
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  );
}

/** Nothing comes back at all. */
export async function breakOff(page: Page, method: string, address: string): Promise<void> {
  await page.route(address, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
}

/** Changes a JSON reply of the server on its way. */
export async function change<T>(page: Page, address: string, how: (reply: T) => unknown): Promise<void> {
  await page.route(address, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: how((await response.json()) as T) });
  });
}

/** Shows these people on the browse page and nobody else, whoever joins meanwhile. */
export async function showOnly(page: Page, people: readonly { id: string }[]): Promise<void> {
  await change<{ profiles: { id: string }[] }>(page, "**/api/profile/all*", (reply) => ({
    ...reply,
    profiles: reply.profiles.filter((profile) => people.some((person) => person.id === profile.id)),
    nextCursor: null,
  }));
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

