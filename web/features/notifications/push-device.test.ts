import { describe, expect, test, vi } from "vitest";
import {
  disablePush,
  enablePush,
  readPushState,
  syncEndedSubscription,
  syncPushSubscription,
} from "#web/features/notifications/push-device.ts";
import { call } from "#web/lib/api.ts";
import { createFakePushBrowser } from "#web/testing/fake-push-browser.ts";
import { getPushRecipient } from "#web/worker/push-recipient.ts";

vi.mock("#web/lib/api.ts", () => ({ call: vi.fn() }));

const browser = createFakePushBrowser();
const { done } = browser;

describe("a device", () => {
  test("is off until it is turned on, and off again after", async () => {
    expect(readPushState()).toBe("off");
    await enablePush();
    expect(readPushState()).toBe("on");
    expect(await getPushRecipient()).toBe("me");
    await disablePush();
    expect(readPushState()).toBe("off");
    expect(await getPushRecipient()).toBeUndefined();
    await expect.poll(() => done).toContain("end https://push.example/4");
    expect(done).toEqual([
      "subscribe 4",
      "start https://push.example/4",
      "unsubscribe 4",
      "close",
      "end https://push.example/4",
    ]);
  });

  test("is off at once without a network, and the server is told when it can be, once", async () => {
    await enablePush();
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await disablePush();
    expect(readPushState()).toBe("off");
    expect(browser.subscribed).toBeNull();
    await expect(syncEndedSubscription()).rejects.toThrow("Failed to fetch");
    browser.serve(4);
    done.length = 0;
    await syncPushSubscription();
    await syncEndedSubscription();
    expect(done.filter((one) => one.startsWith("end"))).toEqual(["end https://push.example/4"]);
  });

  test("that is turned on again has not ended", async () => {
    await enablePush();
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await disablePush();
    await expect(syncEndedSubscription()).rejects.toThrow("Failed to fetch");
    browser.serve(4);
    await enablePush();
    done.length = 0;
    await syncEndedSubscription();
    expect(done).toEqual([]);
  });

  test("whose browser does not end it stays on", async () => {
    await enablePush();
    browser.refusesToEnd = true;
    await expect(disablePush()).rejects.toThrow("cannot");
    expect(readPushState()).toBe("on");
    expect(await getPushRecipient()).toBe("me");
  });

  test("whose browser is told no is blocked, and one whose question is not answered stays off", async () => {
    browser.answer = "default";
    await enablePush();
    expect(readPushState()).toBe("off");
    browser.answer = "denied";
    await enablePush();
    expect(readPushState()).toBe("blocked");
    expect(done).toEqual([]);
  });

  test("is off where the server could not be told", async () => {
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(enablePush()).rejects.toThrow("Failed to fetch");
    expect(readPushState()).toBe("off");
  });

  test("that cannot do it says so, an iPhone how it could", () => {
    vi.stubGlobal("window", {});
    expect(readPushState()).toBe("unsupported");
    vi.stubGlobal("navigator", { userAgent: "iPhone", platform: "iPhone", maxTouchPoints: 5 });
    expect(readPushState()).toBe("install");
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    expect(readPushState()).toBe("unsupported");
  });
});
