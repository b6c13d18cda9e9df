import { afterEach, beforeEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
let browser = new EventTarget();
let session: typeof import("#web/lib/session.ts")["session"];
const reload = vi.fn();
const page = { hidden: false, dataset: {} };

beforeEach(async () => {
  stored.clear();
  reload.mockReset();
  page.hidden = false;
  browser = new EventTarget();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("document", { documentElement: page, visibilityState: "visible" });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.resetModules();
  session = (await import("#web/lib/session.ts")).session;
  session.start({ token: "mine", user: { _id: "me", username: "me" } });
});
afterEach(() => vi.unstubAllGlobals());

const hide = () => browser.dispatchEvent(new Event("pagehide"));
const become = (type: "visibilitychange" | "pageshow") => browser.dispatchEvent(new Event(type));

test.each([
  ["ended", undefined],
  ["was replaced by another member's", "theirs"],
])("hides and reloads a page that was kept for Back if its session %s meanwhile", (_what, token) => {
  hide();
  if (token === undefined) stored.delete("token");
  else stored.set("token", token);
  const act = vi.fn();
  browser.addEventListener("visibilitychange", act);
  become("visibilitychange");
  expect([reload.mock.calls.length, page.hidden, act.mock.calls.length]).toEqual([1, true, 0]);
  // Whatever has read the session meanwhile.
  session.read();
  become("pageshow");
  expect([reload.mock.calls.length, page.hidden]).toEqual([2, true]);
});

test("shows a kept page of the same session as it was, and a page that was never hidden", () => {
  become("pageshow");
  hide();
  const act = vi.fn();
  browser.addEventListener("visibilitychange", act);
  become("visibilitychange");
  become("pageshow");
  expect([reload.mock.calls.length, page.hidden, act.mock.calls.length]).toEqual([0, false, 1]);
  // What happens to the session while it is shown is not its concern here.
  stored.set("token", "theirs");
  become("visibilitychange");
  expect(reload).not.toHaveBeenCalled();
});

test("shows a visitor's kept page as it was", () => {
  stored.clear();
  session.read();
  hide();
  become("pageshow");
  expect(reload).not.toHaveBeenCalled();
});
