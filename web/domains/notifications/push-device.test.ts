import { describe, expect, test, vi } from "vitest";
import { askAndEnablePush, enablePushWithToast } from "#web/domains/notifications/enable-push.ts";
import { disablePush, syncEndedSubscription, syncPushSubscription } from "#web/domains/notifications/push-device.ts";
import { readPushState } from "#web/domains/notifications/push-state.ts";
import { call } from "#web/lib/api.ts";
import { createFakePushBrowser } from "#web/testing/fake-push-browser.ts";
import { toast } from "#web/ui/toast.tsx";
import { getPushRecipient } from "#web/worker/push-recipient.ts";

vi.mock("#web/lib/api.ts", async (load) => ({ ...(await load<object>()), call: vi.fn() }));
vi.mock("#web/ui/toast.tsx", () => ({ toast: vi.fn() }));

const browser = createFakePushBrowser();
const { calls } = browser;

describe("push notifications on a device", () => {
  test("can be enabled and disabled", async () => {
    expect(readPushState()).toBe("off");
    await askAndEnablePush();
    expect(readPushState()).toBe("on");
    expect(await getPushRecipient()).toBe("me");
    await disablePush();
    expect(readPushState()).toBe("off");
    expect(await getPushRecipient()).toBeUndefined();
    await expect.poll(() => calls).toContain("end https://push.example/4");
    expect(calls).toEqual([
      "subscribe 4",
      "start https://push.example/4",
      "unsubscribe 4",
      "close",
      "end https://push.example/4",
    ]);
  });

  test("say so if they cannot be enabled", async () => {
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await enablePushWithToast();
    expect(toast).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("could not be turned on"), "error");
    expect(readPushState()).toBe("off");
  });

  test("register the service worker, which is missing where data is saved", async () => {
    const register = vi.spyOn(navigator.serviceWorker, "register");
    await askAndEnablePush();
    expect(register).toHaveBeenCalledExactlyOnceWith("/sw.js");
  });

  test("are disabled offline at once, and the server is informed once when reachable", async () => {
    await askAndEnablePush();
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await disablePush();
    expect(readPushState()).toBe("off");
    expect(browser.subscribed).toBeNull();
    await expect(syncEndedSubscription()).rejects.toThrow("Failed to fetch");
    browser.serveKey(4);
    calls.length = 0;
    await syncPushSubscription();
    await syncEndedSubscription();
    expect(calls.filter((one) => one.startsWith("end"))).toEqual(["end https://push.example/4"]);
  });

  test("do not end when they are enabled again before the server was informed", async () => {
    await askAndEnablePush();
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await disablePush();
    await expect(syncEndedSubscription()).rejects.toThrow("Failed to fetch");
    browser.serveKey(4);
    await askAndEnablePush();
    calls.length = 0;
    await syncEndedSubscription();
    expect(calls).toEqual([]);
  });

  test("stay enabled when the browser fails to unsubscribe", async () => {
    await askAndEnablePush();
    browser.unsubscribeFails = true;
    await expect(disablePush()).rejects.toThrow("cannot");
    expect(readPushState()).toBe("on");
    expect(await getPushRecipient()).toBe("me");
  });

  test("are blocked after a denied permission and stay off after an unanswered one", async () => {
    browser.permissionAnswer = "default";
    await askAndEnablePush();
    expect(readPushState()).toBe("off");
    browser.permissionAnswer = "denied";
    await askAndEnablePush();
    expect(readPushState()).toBe("blocked");
    expect(calls).toEqual([]);
  });

  test("stay off when the server cannot be informed", async () => {
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(askAndEnablePush()).rejects.toThrow("Failed to fetch");
    expect(readPushState()).toBe("off");
  });

  test("are unsupported, or require an installation on an iPhone", () => {
    vi.stubGlobal("window", {});
    expect(readPushState()).toBe("unsupported");
    vi.stubGlobal("navigator", { userAgent: "iPhone", platform: "iPhone", maxTouchPoints: 5 });
    expect(readPushState()).toBe("install");
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    expect(readPushState()).toBe("unsupported");
  });
});
