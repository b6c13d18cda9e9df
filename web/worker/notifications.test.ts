import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showPush } from "#web/worker/notifications.ts";
import { message, ORIGIN } from "#web/worker/push-event-fixture.ts";
import { clearPushRecipient, setPushRecipient } from "#web/worker/push-recipient.ts";

/** The browser's caches, as far as the owner of pushes needs them. */
const kept = new Map<string, string>();
const caches = {
  match: async () => (kept.has("owner") ? new Response(kept.get("owner")) : undefined),
  open: async () => ({ put: async (_: string, response: Response) => kept.set("owner", await response.text()) }),
  delete: async () => kept.delete("owner"),
};

beforeEach(async () => {
  kept.clear();
  vi.stubGlobal("caches", caches);
  await setPushRecipient("me");
});
afterEach(() => void vi.unstubAllGlobals());

/** A worker with one page in front that nobody may have touched for an hour. */
function workerBehindPage() {
  const screen = new Map<string, string>();
  const showNotification = vi.fn(async (title: string, { tag = "", body = "" }: NotificationOptions) => {
    screen.set(tag, `${title}: ${body}`);
  });
  const unsubscribe = vi.fn(async () => true);
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  const worker = {
    location: { origin: ORIGIN },
    navigator: { setAppBadge, clearAppBadge },
    clients: { matchAll: async () => [{ focused: true, visibilityState: "visible" }] },
    registration: {
      showNotification,
      getNotifications: async ({ tag }: { tag: string }) => [{ close: () => screen.delete(tag) }],
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
    },
  } as unknown as ServiceWorkerGlobalScope;
  return { worker, screen, showNotification, setAppBadge, clearAppBadge, unsubscribe };
}
const NAMELESS = ["Spotter: Notifications are off on this device"];

test("a push is shown although a page of ours is in front: the server sends none to whoever looks at it", async () => {
  const { worker, showNotification, setAppBadge } = workerBehindPage();
  await showPush(worker, { json: () => message } as PushMessageData);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    "New message",
    expect.objectContaining({ tag: message.tag }),
  );
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
});

test("a push that cannot be read is shown, too", async () => {
  const { worker, showNotification, setAppBadge } = workerBehindPage();
  await showPush(worker, null);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("Spotter", expect.objectContaining({ tag: "unknown" }));
  expect(setAppBadge).not.toHaveBeenCalled();
});

test("a push that comes when its login has ended names nobody, is not counted, and is the last", async () => {
  await clearPushRecipient();
  const { worker, screen, showNotification, setAppBadge, unsubscribe } = workerBehindPage();
  await showPush(worker, { json: () => message } as PushMessageData);
  expect([...screen.values()]).toEqual(NAMELESS);
  // Browsers want each push to be seen.
  expect(showNotification).toHaveBeenCalledOnce();
  expect(JSON.stringify(showNotification.mock.calls)).not.toMatch(/Sam|her/);
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test.each([
  ["ends", async () => void (await clearPushRecipient())],
  ["becomes another member's", () => setPushRecipient("else")],
])("a push that is being shown when the login %s is taken away", async (_, change) => {
  const { worker, screen, showNotification, clearAppBadge } = workerBehindPage();
  const show = showNotification.getMockImplementation();
  showNotification.mockImplementationOnce(async (...said) => {
    // The page has closed what was shown before this.
    await change();
    await show?.(...said);
  });
  await showPush(worker, { json: () => message } as PushMessageData);
  expect([...screen.values()]).toEqual(NAMELESS);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test("a push for another member than the one whom pushes are shown to names nobody, and ends nothing", async () => {
  const { worker, screen, setAppBadge, unsubscribe } = workerBehindPage();
  await showPush(worker, { json: () => ({ ...message, to: "else" }) } as PushMessageData);
  expect([...screen.values()]).toEqual(NAMELESS);
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(unsubscribe).not.toHaveBeenCalled();
});

test("the subscription of whoever has subscribed meanwhile stays", async () => {
  await clearPushRecipient();
  const { worker, showNotification, unsubscribe } = workerBehindPage();
  showNotification.mockImplementationOnce(async () => setPushRecipient("else"));
  await showPush(worker, { json: () => message } as PushMessageData);
  expect(unsubscribe).not.toHaveBeenCalled();
});
