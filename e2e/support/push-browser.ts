import type { CDPSession, Page, Worker } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The browser's part of push notifications. Test browsers can neither subscribe nor display notifications. */

const ENDPOINT = "https://push.example/one";

/**
 * Mocks push subscriptions and the permission, which is undecided at first. `answer` is the user's answer to the
 * prompt; `asked` counts the prompts.
 */
export async function mockPush(page: Page, answer: "granted" | "denied" = "granted"): Promise<void> {
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

/** With their sessions. */
export async function mockPushRoutes(page: Page): Promise<string[]> {
  const recorded: string[] = [];
  const key = Buffer.from(new Uint8Array(65).fill(4)).toString("base64url");
  await page.route("**/api/notifications/push*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith("push-key")) return route.fulfill({ json: { success: true, key } });
    expect(route.request().postDataJSON()).toMatchObject({ endpoint: ENDPOINT });
    recorded.push(`start ${route.request().headers()["authorization"]?.replace("Bearer ", "")}`);
    return route.fulfill({ json: { success: true } });
  });
  await page.route("**/api/notifications/push/unsubscribe", async (route) => {
    recorded.push("end");
    return route.fulfill({ json: { success: true } });
  });
  return recorded;
}

export const readPushState = (page: Page): Promise<{ permission?: string; subscribed?: boolean; asked?: number }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("stub of push") ?? "{}"));

export async function workerOf(page: Page): Promise<Worker> {
  const [worker = await page.context().waitForEvent("serviceworker")] = page.context().serviceWorkers();
  return worker;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: object;
  held: { title: string; body?: string; tag?: string; data?: unknown; close: () => void }[];
}

/**
 * Mocks the display of notifications in a worker: one per tag, until it is closed. `badge` is the number on the app's
 * icon.
 */
export const mockNotifications = (worker: Worker): Promise<void> =>
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

/** As subscribing does; without a member there is none. */
export const setPushOwner = (page: Page, member?: { id: string }): Promise<void> =>
  page.evaluate(async (id) => {
    if (id === undefined) await caches.delete("push");
    else await (await caches.open("push")).put("/push/owner", new Response(id));
  }, member?.id);

/** As 'title: body'. */
export const listNotifications = (worker: Worker): Promise<string[]> =>
  worker.evaluate(() => (self as unknown as Scope).held.map(({ title, body }) => `${title}: ${body}`));

export const tapNotification = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const [notification] = (self as unknown as Scope).held;
    const event = new Event("notificationclick");
    self.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }));
  });

/**
 * Mocks the displayed notifications of a page's browser (`showNotifications`). Those that the page closes are missing in
 * `listShownCauses`.
 */
export async function mockShownNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { held: [] });
    ServiceWorkerRegistration.prototype.getNotifications = async () => [...(window as unknown as { held: [] }).held];
  });
}

export const showNotifications = (
  page: Page,
  all: readonly { cause: string; from: string; url: string }[],
): Promise<void> =>
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

export const listShownCauses = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { held: { data: { cause: string } }[] }).held.map(({ data }) => data.cause),
  );

/** As a push service does. */
export async function createPushDelivery(page: Page): Promise<(push: object | string) => Promise<void>> {
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
