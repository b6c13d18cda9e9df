import { afterEach, beforeEach, vi } from "vitest";
import { call } from "#web/lib/api.ts";
import { createFakeTabLock } from "#web/testing/fake-tab-lock.ts";

const bytes = (fill: number) => new Uint8Array(65).fill(fill);

/** The server's public key in the format of the API. */
export const buildServerKey = (fill: number) => btoa(String.fromCharCode(...bytes(fill))).replaceAll("=", "");

/**
 * A browser with push support that is reset before each test, with "me" logged in and a server whose key is 4. The test file
 * must mock `#web/lib/api.ts`.
 */
export function createFakePushBrowser() {
  const storage = new Map<string, string>();
  const pushCache = new Map<string, Response>();
  const browser = {
    /** The calls to the browser and the server, in order. */
    calls: [] as string[],
    /** Holders of locks by name. Tests add other tabs. */
    locks: new Map<string, Promise<unknown>>(),
    /** The answer to the permission prompt. */
    permissionAnswer: "granted" as NotificationPermission,
    subscribed: null as { readonly fill: number } | null,
    unsubscribeFails: false,
    logIn(id: string): void {
      storage.set("token", `token of ${id}`);
      storage.set("user", JSON.stringify({ _id: id, username: id }));
    },
    logOut(): void {
      storage.delete("token");
      storage.delete("user");
    },
    /** Mocks a server with this key. */
    serveKey(fill: number): void {
      vi.mocked(call).mockImplementation(async (endpoint, sent) => {
        const { body } = sent as { body?: { endpoint: string } };
        if (endpoint === "POST /api/notifications/push") calls.push(`start ${body?.endpoint}`);
        if (endpoint === "POST /api/notifications/push/unsubscribe") calls.push(`end ${body?.endpoint}`);
        return { success: true, key: buildServerKey(fill) };
      });
    },
  };
  const { calls, locks } = browser;

  const subscription = ({ fill }: { readonly fill: number }) => ({
    endpoint: `https://push.example/${fill}`,
    options: { applicationServerKey: bytes(fill).buffer },
    toJSON: () => ({ keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      if (browser.unsubscribeFails) throw new Error("It cannot be ended");
      browser.subscribed = null;
      calls.push(`unsubscribe ${fill}`);
    },
  });
  const registration = {
    getNotifications: async () => [{ close: () => calls.push("close") }],
    pushManager: {
      getSubscription: async () => browser.subscribed && subscription(browser.subscribed),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        browser.subscribed = { fill: atob(applicationServerKey.slice(0, 4)).charCodeAt(0) };
        calls.push(`subscribe ${browser.subscribed.fill}`);
        return subscription(browser.subscribed);
      },
    },
  };
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  const withLock = createFakeTabLock(locks);

  beforeEach(() => {
    for (const map of [storage, pushCache, locks]) map.clear();
    calls.length = 0;
    Object.assign(browser, { permissionAnswer: "granted", subscribed: null, unsubscribeFails: false });
    const notification = {
      permission: "default",
      requestPermission: async () => (notification.permission = browser.permissionAnswer),
    };
    vi.stubGlobal("Notification", notification);
    vi.stubGlobal("window", { PushManager: {}, Notification: notification });
    vi.stubGlobal("navigator", {
      serviceWorker,
      locks: { request: (name: string, _: object, callback: () => Promise<unknown>) => withLock(name, callback) },
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
      match: async (key: string) => pushCache.get(key)?.clone(),
      open: async () => ({ put: async (key: string, response: Response) => void pushCache.set(key, response) }),
      delete: async () => pushCache.clear(),
    });
    browser.logIn("me");
    browser.serveKey(4);
  });
  afterEach(() => void vi.unstubAllGlobals());
  return browser;
}
