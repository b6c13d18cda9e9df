import { describe, expect, test, vi } from "vitest";
import { askAndEnablePush } from "#web/domains/notifications/enable-push.ts";
import { clearPushAfterLogout, syncPushSubscription } from "#web/domains/notifications/push-device.ts";
import { readPushState } from "#web/domains/notifications/push-state.ts";
import { call } from "#web/lib/api.ts";
import { buildServerKey, createFakePushBrowser } from "#web/testing/fake-push-browser.ts";
import { getPushRecipient, setPushRecipient } from "#web/worker/push-recipient.ts";

vi.mock("#web/lib/api.ts", () => ({ call: vi.fn() }));

const browser = createFakePushBrowser();
const { calls } = browser;

describe("push subscription", () => {
  test("is registered for each session of the same member, and not for another member", async () => {
    await askAndEnablePush();
    calls.length = 0;
    await syncPushSubscription();
    expect(calls).toEqual(["start https://push.example/4"]);
    browser.logOut();
    await clearPushAfterLogout();
    calls.length = 0;
    browser.logIn("else");
    expect(readPushState()).toBe("off");
    await syncPushSubscription();
    expect(calls).toEqual(["close", "close"]);
    calls.length = 0;
    browser.logIn("me");
    await syncPushSubscription();
    expect(calls.filter((one) => one !== "close")).toEqual(["subscribe 4", "start https://push.example/4"]);
  });

  test("is replaced when the server's key has changed", async () => {
    await askAndEnablePush();
    calls.length = 0;
    browser.serveKey(5);
    await syncPushSubscription();
    expect(calls).toEqual(["unsubscribe 4", "subscribe 5", "start https://push.example/5"]);
  });

  test("is removed when the session ends during the subscription", async () => {
    const enabling = askAndEnablePush();
    // Wait until the subscription has started.
    await expect.poll(() => call).toHaveBeenCalled();
    browser.logOut();
    await Promise.all([clearPushAfterLogout(), enabling]);
    expect(browser.subscribed).toBeNull();
    expect(await getPushRecipient()).toBeUndefined();
  });

  test("is not renewed after another tab has disabled it", async () => {
    await askAndEnablePush();
    const other = Promise.withResolvers<void>();
    browser.locks.set("push", other.promise);
    const syncing = syncPushSubscription();
    localStorage.removeItem("pushFor");
    browser.subscribed = null;
    calls.length = 0;
    other.resolve();
    await syncing;
    expect(browser.subscribed).toBeNull();
    expect(calls).not.toContain("subscribe 4");
  });

  test("is removed when the session ends while another tab subscribes", async () => {
    const enabling = Promise.withResolvers<void>();
    browser.locks.set("push", enabling.promise);
    browser.logOut();
    const clearing = clearPushAfterLogout();
    await setPushRecipient("me");
    browser.subscribed = { fill: 4 };
    enabling.resolve();
    await clearing;
    expect(browser.subscribed).toBeNull();
    expect(await getPushRecipient()).toBeUndefined();
  });

  test("loses its recipient as soon as the session ends, even if a request hangs", async () => {
    await askAndEnablePush();
    const pendingKey = Promise.withResolvers<{ success: true; key: string }>();
    vi.mocked(call).mockReturnValueOnce(pendingKey.promise);
    vi.mocked(call).mockClear();
    const syncing = syncPushSubscription();
    await expect.poll(() => call).toHaveBeenCalled();
    browser.logOut();
    calls.length = 0;
    const clearing = clearPushAfterLogout();
    await expect.poll(() => getPushRecipient()).toBeUndefined();
    await expect.poll(() => calls).toEqual(["close"]);
    pendingKey.resolve({ success: true, key: buildServerKey(4) });
    await Promise.all([syncing, clearing]);
    expect(calls).not.toContain("start https://push.example/4");
    expect(browser.subscribed).toBeNull();
  });

  test("stays when a delayed tab cleans up after the previous session of the same member", async () => {
    await askAndEnablePush();
    calls.length = 0;
    await clearPushAfterLogout();
    expect(calls).toEqual([]);
    expect(browser.subscribed).not.toBeNull();
    expect(await getPushRecipient()).toBe("me");
  });

  test("of another member is removed, or replaced when notifications are enabled", async () => {
    browser.subscribed = { fill: 4 };
    await setPushRecipient("else");
    await syncPushSubscription();
    expect(browser.subscribed).toBeNull();
    browser.subscribed = { fill: 4 };
    await setPushRecipient("else");
    calls.length = 0;
    await askAndEnablePush();
    expect(calls).toEqual(["unsubscribe 4", "subscribe 4", "start https://push.example/4"]);
    expect(await getPushRecipient()).toBe("me");
  });

  test("is not created for a member who logs in during the request of another", async () => {
    const pendingKey = Promise.withResolvers<{ success: true; key: string }>();
    vi.mocked(call).mockReturnValueOnce(pendingKey.promise);
    const enabling = askAndEnablePush();
    await expect.poll(() => call).toHaveBeenCalled();
    browser.logIn("else");
    pendingKey.resolve({ success: true, key: buildServerKey(4) });
    await enabling;
    expect(calls).toEqual([]);
    expect(readPushState()).toBe("off");
  });
});
