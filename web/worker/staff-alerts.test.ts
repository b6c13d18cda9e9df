import { expect, test, vi } from "vitest";
import { type StaffPush, staffPush } from "#contract/moderation/alerts.ts";
import { formatDayAndClock } from "#web/lib/format-date.ts";
import { openAlert, showAlert } from "#web/worker/staff-alerts.ts";

const CASE = "/moderation/cases/0b5c9a3e-6f2d-4c1a-8e7b-1d2f3a4b5c6d";
const push: StaffPush = {
  alert: { urgency: "danger", dueAt: "2026-11-26T15:35:00.000Z" },
  path: CASE,
  tag: "an alert",
};

async function show(payload: unknown) {
  const showNotification = vi.fn(async (title: string, { body, tag, data }: NotificationOptions) => ({
    title,
    body,
    tag,
    data,
  }));
  const worker = { registration: { showNotification } } as unknown as ServiceWorkerGlobalScope;
  await showAlert(worker, { json: () => payload } as PushMessageData);
  expect(showNotification).toHaveBeenCalledOnce();
  return showNotification.mock.results[0]?.value;
}

test("shows how urgent a case is and when it is due, by the clock of the device", async () => {
  expect(staffPush.parse(push)).toEqual(push);
  expect(await show(push)).toEqual({
    title: "Danger: a case needs you",
    body: `Due ${formatDayAndClock(new Date("2026-11-26T15:35:00.000Z"))}`,
    tag: "an alert",
    data: { path: CASE },
  });
  expect(await show({ alert: null, path: "/moderation", tag: "test" })).toMatchObject({
    title: "A test of your alerts",
  });
});

test.each([
  undefined,
  "danger",
  { ...push, alert: { ...push.alert, urgency: "toString" } },
  { ...push, alert: { ...push.alert, dueAt: "soon" } },
  { ...push, path: "https://evil.example/moderation" },
  { ...push, path: "/browse" },
  { ...push, tag: 7 },
])("shows no part of %j", async (payload) => {
  const generic = { title: "Moderation", body: "Something new waits", tag: "unknown", data: { path: "/moderation/" } };
  expect(await show(payload)).toEqual(generic);
});

test("opens the case in the page that shows it, else in a new one", async () => {
  const page = (path: string) => ({ url: `https://spotter.example${path}`, focus: vi.fn() });
  const [queue, shown] = [page("/moderation"), page(CASE)];
  const openWindow = vi.fn();
  const press = async (pages: readonly object[]) => {
    const close = vi.fn();
    const worker = { clients: { matchAll: async () => pages, openWindow } } as unknown as ServiceWorkerGlobalScope;
    await openAlert(worker, { close, data: { path: CASE } } as unknown as Notification);
    expect(close).toHaveBeenCalledOnce();
  };
  await press([queue, shown]);
  expect([queue.focus, shown.focus].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  expect(openWindow).not.toHaveBeenCalled();
  await press([queue]);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(CASE);
});
