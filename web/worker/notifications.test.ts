import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showPush } from "#web/worker/notifications.ts";
import { message, ORIGIN } from "#web/worker/push-event-fixture.ts";
import { clearPushRecipient, setPushRecipient } from "#web/worker/push-recipient.ts";

const cached = new Map<string, string>();
const caches = {
  match: async () => (cached.has("owner") ? new Response(cached.get("owner")) : undefined),
  open: async () => ({ put: async (_: string, response: Response) => cached.set("owner", await response.text()) }),
  delete: async () => cached.delete("owner"),
};

beforeEach(async () => {
  cached.clear();
  vi.stubGlobal("caches", caches);
  await setPushRecipient("me");
});
afterEach(() => void vi.unstubAllGlobals());

/** A worker with one focused page, which may have been idle for an hour. */
function setUpWorker() {
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
const PLACEHOLDER = ["Spotter: Notifications are off on this device"];

test("shows a push while a page is focused: the server has found the member idle", async () => {
  const { worker, showNotification, setAppBadge } = setUpWorker();
  await showPush(worker, { json: () => message } as PushMessageData);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    "New message",
    expect.objectContaining({ tag: message.tag }),
  );
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
});

test("shows a generic notification for a push that cannot be parsed", async () => {
  const { worker, showNotification, setAppBadge } = setUpWorker();
  await showPush(worker, null);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("Spotter", expect.objectContaining({ tag: "unknown" }));
  expect(setAppBadge).not.toHaveBeenCalled();
});

test("after the session ended, shows a placeholder, sets no badge and unsubscribes", async () => {
  await clearPushRecipient();
  const { worker, screen, showNotification, setAppBadge, unsubscribe } = setUpWorker();
  await showPush(worker, { json: () => message } as PushMessageData);
  expect([...screen.values()]).toEqual(PLACEHOLDER);
  // Browsers require that each push shows a notification.
  expect(showNotification).toHaveBeenCalledOnce();
  expect(JSON.stringify(showNotification.mock.calls)).not.toMatch(/Sam|her/);
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test.each([
  ["ends", async () => void (await clearPushRecipient())],
  ["is replaced by another member's", () => setPushRecipient("else")],
])("replaces a notification with the placeholder if the session %s while it is shown", async (_, change) => {
  const { worker, screen, showNotification, clearAppBadge } = setUpWorker();
  const show = showNotification.getMockImplementation();
  showNotification.mockImplementationOnce(async (...args) => {
    // The page closes notifications that are shown before this one.
    await change();
    await show?.(...args);
  });
  await showPush(worker, { json: () => message } as PushMessageData);
  expect([...screen.values()]).toEqual(PLACEHOLDER);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test("shows a placeholder for a push to another member, and stays subscribed", async () => {
  const { worker, screen, setAppBadge, unsubscribe } = setUpWorker();
  await showPush(worker, { json: () => ({ ...message, to: "else" }) } as PushMessageData);
  expect([...screen.values()]).toEqual(PLACEHOLDER);
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(unsubscribe).not.toHaveBeenCalled();
});

test("keeps a subscription that another member made meanwhile", async () => {
  await clearPushRecipient();
  const { worker, showNotification, unsubscribe } = setUpWorker();
  showNotification.mockImplementationOnce(async () => setPushRecipient("else"));
  await showPush(worker, { json: () => message } as PushMessageData);
  expect(unsubscribe).not.toHaveBeenCalled();
});
