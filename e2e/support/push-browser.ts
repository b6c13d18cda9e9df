import type { CDPSession, Page, Worker } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** A browser's part in pushes. The one of the tests cannot subscribe for real, and shows notifications to nobody. */

const ENDPOINT = "https://push.example/one";

/**
 * Has a browser that subscribes to what is not there, and was not asked whether it may notify. What it answers when it is
 * asked is `answer`; that a page asked, `asked` tells.
 */
export async function stubPush(page: Page, answer: "granted" | "denied" = "granted"): Promise<void> {
  await page.addInitScript(
    ([endpoint, answered]) => {
      const note = "stub of push";
      const read = (): { permission?: string; subscribed?: boolean; asked?: number } =>
        JSON.parse(localStorage.getItem(note) ?? "{}");
      const put = (change: object) => localStorage.setItem(note, JSON.stringify({ ...read(), ...change }));
      Object.defineProperty(Notification, "permission", { get: () => read().permission ?? "default" });
      Notification.requestPermission = async () => {
        put({ permission: answered, asked: (read().asked ?? 0) + 1 });
        return answered as NotificationPermission;
      };
      const subscription = {
        endpoint,
        options: { applicationServerKey: new Uint8Array(65).fill(4).buffer },
        toJSON: () => ({ endpoint, keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } }),
        unsubscribe: async () => {
          put({ subscribed: false });
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (read().subscribed ? subscription : null),
        subscribe: async () => {
          put({ subscribed: true });
          return subscription;
        },
      });
    },
    [ENDPOINT, answer] as const,
  );
}

/** Has the server's part answer as it would, and notes what it is told: 'POST /api/notifications/push' and the login of it. */
export async function stubRoutes(page: Page): Promise<string[]> {
  const told: string[] = [];
  const key = Buffer.from(new Uint8Array(65).fill(4)).toString("base64url");
  await page.route("**/api/notifications/push*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith("push-key")) return route.fulfill({ json: { success: true, key } });
    expect(route.request().postDataJSON()).toMatchObject({ endpoint: ENDPOINT });
    told.push(`start ${route.request().headers()["authorization"]?.replace("Bearer ", "")}`);
    return route.fulfill({ json: { success: true } });
  });
  await page.route("**/api/notifications/push/unsubscribe", async (route) => {
    told.push("end");
    return route.fulfill({ json: { success: true } });
  });
  return told;
}

/** What the stub remembers. */
export const device = (page: Page): Promise<{ permission?: string; subscribed?: boolean; asked?: number }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("stub of push") ?? "{}"));

/** The service worker of a page's browser. */
export async function workerOf(page: Page): Promise<Worker> {
  const [worker = await page.context().waitForEvent("serviceworker")] = page.context().serviceWorkers();
  return worker;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: object;
  held: { title: string; body?: string; tag?: string; data?: unknown; close: () => void }[];
}

/** Has a worker hold what it would show, as a screen does: one of a tag, and each until it is closed. Its icon's count is `badge`. */
export const holdShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = self as unknown as Scope;
    scope.held = [];
    Object.assign(scope.registration, {
      showNotification: async (title: string, options: NotificationOptions) => {
        const close = () => {
          scope.held = scope.held.filter((one) => one !== made);
        };
        const made = { title, ...options, close } as Scope["held"][number];
        scope.held = [...scope.held.filter(({ tag }) => tag !== made.tag), made];
      },
    });
    Object.assign(scope.navigator, { setAppBadge: async (badge: number) => void Object.assign(self, { badge }) });
  });

/** Has a browser's pushes be somebody's, as after subscribing; nobody's without. */
export const putOwner = (page: Page, member?: { id: string }): Promise<void> =>
  page.evaluate(async (id) => {
    if (id === undefined) await caches.delete("push");
    else await (await caches.open("push")).put("/push/owner", new Response(id));
  }, member?.id);

/** What a worker has shown, as 'title: body'. */
export const shown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(() => (self as unknown as Scope).held.map(({ title, body }) => `${title}: ${body}`));

/** Taps the first notification that is shown. */
export const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const [notification] = (self as unknown as Scope).held;
    const event = new Event("notificationclick");
    self.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }));
  });

/** Lets a test say what a page's browser shows: `putShown`. What the page takes away, is gone: `stillShown`. */
export async function stubShown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { held: [] });
    ServiceWorkerRegistration.prototype.getNotifications = async () => [...(window as unknown as { held: [] }).held];
  });
}

/** Has a page's browser show notifications. */
export const putShown = (page: Page, all: readonly { kind: string; from: string; url: string }[]): Promise<void> =>
  page.evaluate((put) => {
    const scope = window as unknown as { held: object[] };
    scope.held = put.map((data) => {
      const close = () => {
        scope.held = scope.held.filter((one) => one !== made);
      };
      const made = { data, close };
      return made;
    });
  }, all);

/** The kinds of those that it still shows. */
export const stillShown = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { held: { data: { kind: string } }[] }).held.map(({ data }) => data.kind));

/** Delivers pushes to the worker of a page's browser, as a push service would. */
export async function delivery(page: Page): Promise<(push: object | string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
    if (first) registered.resolve(first.registrationId);
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered.promise;
  const { origin } = new URL(page.url());
  return async (push) => {
    const data = typeof push === "string" ? push : JSON.stringify(push);
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  };
}
