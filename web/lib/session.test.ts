import { afterEach, beforeEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
let browser = new EventTarget();
const reload = vi.fn();
const page = { hidden: false, dataset: {} };

beforeEach(async () => {
  stored.clear();
  reload.mockReset();
  page.hidden = false;
  browser = new EventTarget();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("document", { documentElement: page });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.resetModules();
  const { session } = await import("#web/lib/session.ts");
  session.start({ token: "mine", user: { _id: "me", username: "me" } });
});
afterEach(() => vi.unstubAllGlobals());

const show = (persisted: boolean) => browser.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

test.each([
  ["ended", undefined],
  ["was replaced by another member's", "theirs"],
])("hides and reloads a page that was kept for Back if its session %s meanwhile", (_what, token) => {
  if (token === undefined) stored.delete("token");
  else stored.set("token", token);
  show(false);
  expect(reload).not.toHaveBeenCalled();
  show(true);
  expect([reload.mock.calls.length, page.hidden]).toEqual([1, true]);
});

test("shows a kept page of the same session as it was", () => {
  show(true);
  expect([reload.mock.calls.length, page.hidden]).toEqual([0, false]);
});
