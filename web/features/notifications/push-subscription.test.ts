import { describe, expect, test, vi } from "vitest";
import {
  clearPushAfterLogout,
  enablePush,
  readPushState,
  syncPushSubscription,
} from "#web/features/notifications/push-device.ts";
import { call } from "#web/lib/api.ts";
import { buildServerKey, createFakePushBrowser } from "#web/testing/fake-push-browser.ts";
import { getPushRecipient, setPushRecipient } from "#web/worker/push-recipient.ts";

vi.mock("#web/lib/api.ts", () => ({ call: vi.fn() }));

const browser = createFakePushBrowser();
const { done } = browser;

describe("a subscription", () => {
  test("is told to the server again with each login of the same member, and not with another's", async () => {
    await enablePush();
    done.length = 0;
    await syncPushSubscription();
    expect(done).toEqual(["start https://push.example/4"]);
    browser.logOut();
    await clearPushAfterLogout();
    done.length = 0;
    browser.logIn("else");
    expect(readPushState()).toBe("off");
    await syncPushSubscription();
    expect(done).toEqual(["close", "close"]);
    done.length = 0;
    browser.logIn("me");
    await syncPushSubscription();
    expect(done.filter((one) => one !== "close")).toEqual(["subscribe 4", "start https://push.example/4"]);
  });

  test("of a key that the server has no more is made anew", async () => {
    await enablePush();
    done.length = 0;
    browser.serve(5);
    await syncPushSubscription();
    expect(done).toEqual(["unsubscribe 4", "subscribe 5", "start https://push.example/5"]);
  });

  test("that is being made when the login ends is ended after it", async () => {
    const made = enablePush();
    // The browser has been asked by then.
    await expect.poll(() => call).toHaveBeenCalled();
    browser.logOut();
    await Promise.all([clearPushAfterLogout(), made]);
    expect(browser.subscribed).toBeNull();
    expect(await getPushRecipient()).toBeUndefined();
  });

  test("is not made again after another tab has turned it off", async () => {
    await enablePush();
    const other = Promise.withResolvers<void>();
    browser.locks.set("push", other.promise);
    const renewed = syncPushSubscription();
    localStorage.removeItem("pushFor");
    browser.subscribed = null;
    done.length = 0;
    other.resolve();
    await renewed;
    expect(browser.subscribed).toBeNull();
    expect(done).not.toContain("subscribe 4");
  });

  test("that another tab is making when the login ends is ended after it", async () => {
    const made = Promise.withResolvers<void>();
    browser.locks.set("push", made.promise);
    browser.logOut();
    const left = clearPushAfterLogout();
    await setPushRecipient("me");
    browser.subscribed = { fill: 4 };
    made.resolve();
    await left;
    expect(browser.subscribed).toBeNull();
    expect(await getPushRecipient()).toBeUndefined();
  });

  test("is nobody's as soon as the login ends, however long something else of it takes", async () => {
    await enablePush();
    const stuck = Promise.withResolvers<{ success: true; key: string }>();
    vi.mocked(call).mockReturnValueOnce(stuck.promise);
    vi.mocked(call).mockClear();
    const renewed = syncPushSubscription();
    await expect.poll(() => call).toHaveBeenCalled();
    browser.logOut();
    done.length = 0;
    const left = clearPushAfterLogout();
    await expect.poll(() => getPushRecipient()).toBeUndefined();
    await expect.poll(() => done).toEqual(["close"]);
    stuck.resolve({ success: true, key: buildServerKey(4) });
    await Promise.all([renewed, left]);
    expect(done).not.toContain("start https://push.example/4");
    expect(browser.subscribed).toBeNull();
  });

  test("of the member who has logged in meanwhile stays when a late tab leaves the one before", async () => {
    await enablePush();
    done.length = 0;
    await clearPushAfterLogout();
    expect(done).toEqual([]);
    expect(browser.subscribed).not.toBeNull();
    expect(await getPushRecipient()).toBe("me");
  });

  test("that somebody else has left is ended when another member opens the app, or made anew if they want one", async () => {
    browser.subscribed = { fill: 4 };
    await setPushRecipient("else");
    await syncPushSubscription();
    expect(browser.subscribed).toBeNull();
    browser.subscribed = { fill: 4 };
    await setPushRecipient("else");
    done.length = 0;
    await enablePush();
    expect(done).toEqual(["unsubscribe 4", "subscribe 4", "start https://push.example/4"]);
    expect(await getPushRecipient()).toBe("me");
  });

  test("is not made for whoever has logged in while another was asked", async () => {
    const stuck = Promise.withResolvers<{ success: true; key: string }>();
    vi.mocked(call).mockReturnValueOnce(stuck.promise);
    const made = enablePush();
    await expect.poll(() => call).toHaveBeenCalled();
    browser.logIn("else");
    stuck.resolve({ success: true, key: buildServerKey(4) });
    await made;
    expect(done).toEqual([]);
    expect(readPushState()).toBe("off");
  });
});
