import { describe, expect, test, vi } from "vitest";
import { pushBrowser } from "#web/features/notifications/push-browser.ts";
import {
  readPushState,
  renewPush,
  tellEnded,
  turnOffPush,
  turnOnPush,
} from "#web/features/notifications/push-device.ts";
import { call } from "#web/lib/api.ts";
import { readPushOwner } from "#web/worker/push-owner.ts";

vi.mock("#web/lib/api.ts", () => ({ call: vi.fn() }));

const browser = pushBrowser();
const { done } = browser;

describe("a device", () => {
  test("is off until it is turned on, and off again after", async () => {
    expect(readPushState()).toBe("off");
    await turnOnPush();
    expect(readPushState()).toBe("on");
    expect(await readPushOwner()).toBe("me");
    await turnOffPush();
    expect(readPushState()).toBe("off");
    expect(await readPushOwner()).toBeUndefined();
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
    await turnOnPush();
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await turnOffPush();
    expect(readPushState()).toBe("off");
    expect(browser.subscribed).toBeNull();
    await expect(tellEnded()).rejects.toThrow("Failed to fetch");
    browser.serve(4);
    done.length = 0;
    await renewPush();
    await tellEnded();
    expect(done.filter((one) => one.startsWith("end"))).toEqual(["end https://push.example/4"]);
  });

  test("that is turned on again has not ended", async () => {
    await turnOnPush();
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await turnOffPush();
    await expect(tellEnded()).rejects.toThrow("Failed to fetch");
    browser.serve(4);
    await turnOnPush();
    done.length = 0;
    await tellEnded();
    expect(done).toEqual([]);
  });

  test("whose browser does not end it stays on", async () => {
    await turnOnPush();
    browser.refusesToEnd = true;
    await expect(turnOffPush()).rejects.toThrow("cannot");
    expect(readPushState()).toBe("on");
    expect(await readPushOwner()).toBe("me");
  });

  test("whose browser is told no is blocked, and one whose question is not answered stays off", async () => {
    browser.answer = "default";
    await turnOnPush();
    expect(readPushState()).toBe("off");
    browser.answer = "denied";
    await turnOnPush();
    expect(readPushState()).toBe("blocked");
    expect(done).toEqual([]);
  });

  test("is off where the server could not be told", async () => {
    vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(turnOnPush()).rejects.toThrow("Failed to fetch");
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
