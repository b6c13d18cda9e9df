import { afterEach, beforeEach, vi } from "vitest";
import { deletePushSubscription, registerPushSubscription } from "#contract/notifications.ts";
import { call } from "#web/lib/api.ts";
import { createFakeTabLock } from "#web/testing/fake-tab-lock.ts";

const bytes = (fill: number) => new Uint8Array(65).fill(fill);

/** A server's key, as it tells it. */
export const buildServerKey = (fill: number) => btoa(String.fromCharCode(...bytes(fill))).replaceAll("=", "");

/**
 * A browser that takes pushes, anew for each test of a file, with "me" logged in and a server whose key is 4. That file mocks
 * `#web/lib/api.ts`.
 */
export function createFakePushBrowser() {
  const storage = new Map<string, string>();
  const owner = new Map<string, Response>();
  const browser = {
    /** What was done, in its order, at the browser and at the server. */
    done: [] as string[],
    /** What its locks wait for; another tab may hold one. */
    locks: new Map<string, Promise<unknown>>(),
    /** What is answered when it asks whether notifications may come. */
    answer: "granted" as NotificationPermission,
    subscribed: null as { readonly fill: number } | null,
    refusesToEnd: false,
    logIn(id: string): void {
      storage.set("token", `token of ${id}`);
      storage.set("user", JSON.stringify({ _id: id, username: id }));
    },
    logOut(): void {
      storage.delete("token");
      storage.delete("user");
    },
    /** The server has this key, and notes what it is told. */
    serve(fill: number): void {
      vi.mocked(call).mockImplementation(async (endpoint, sent) => {
        const { body } = sent as { body?: { endpoint: string } };
        if (endpoint === registerPushSubscription) done.push(`start ${body?.endpoint}`);
        if (endpoint === deletePushSubscription) done.push(`end ${body?.endpoint}`);
        return { success: true, key: buildServerKey(fill) };
      });
    },
  };
  const { done, locks } = browser;

  const subscription = ({ fill }: { readonly fill: number }) => ({
    endpoint: `https://push.example/${fill}`,
    options: { applicationServerKey: bytes(fill).buffer },
    toJSON: () => ({ keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      if (browser.refusesToEnd) throw new Error("It cannot be ended");
      browser.subscribed = null;
      done.push(`unsubscribe ${fill}`);
    },
  });
  const registration = {
    getNotifications: async () => [{ close: () => done.push("close") }],
    pushManager: {
      getSubscription: async () => browser.subscribed && subscription(browser.subscribed),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        browser.subscribed = { fill: atob(applicationServerKey.slice(0, 4)).charCodeAt(0) };
        done.push(`subscribe ${browser.subscribed.fill}`);
        return subscription(browser.subscribed);
      },
    },
  };
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  const inTurn = createFakeTabLock(locks);

  beforeEach(() => {
    for (const kept of [storage, owner, locks]) kept.clear();
    done.length = 0;
    Object.assign(browser, { answer: "granted", subscribed: null, refusesToEnd: false });
    const notification = {
      permission: "default",
      requestPermission: async () => (notification.permission = browser.answer),
    };
    vi.stubGlobal("Notification", notification);
    vi.stubGlobal("window", { PushManager: {}, Notification: notification });
    vi.stubGlobal("navigator", {
      serviceWorker,
      locks: { request: (name: string, _: object, act: () => Promise<unknown>) => inTurn(name, act) },
      userAgent: "",
      platform: "",
      maxTouchPoints: 0,
    });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
    vi.stubGlobal("caches", {
      match: async (key: string) => owner.get(key)?.clone(),
      open: async () => ({ put: async (key: string, response: Response) => void owner.set(key, response) }),
      delete: async () => owner.clear(),
    });
    browser.logIn("me");
    browser.serve(4);
  });
  afterEach(() => void vi.unstubAllGlobals());
  return browser;
}
