import { afterEach, expect, test, vi } from "vitest";
import { renewKeptPage } from "#web/lib/kept-page.ts";
import { stubPage } from "#web/testing/fake-page.ts";

afterEach(() => vi.unstubAllGlobals());

function keepPage() {
  const stored: Record<string, string> = { token: "first" };
  const { events } = stubPage({ stored });
  const reload = vi.fn();
  Object.assign(location, { reload });
  renewKeptPage();
  return {
    stored,
    reload,
    isHidden: () => document.documentElement.hidden === true,
    hide: () => events.dispatchEvent(new Event("pagehide")),
    show: (persisted: boolean) => events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted })),
  };
}

test.each([
  ["ended", undefined],
  ["was replaced by another member's", "theirs"],
])("hides and reloads a kept page whose session %s", (_what, token) => {
  const { stored, hide, show, reload, isHidden } = keepPage();
  show(false);
  // The session may change while the page is open, which the app handles.
  stored["token"] = "mine";
  hide();
  if (token === undefined) delete stored["token"];
  else stored["token"] = token;
  show(true);
  expect(reload).toHaveBeenCalledOnce();
  expect(isHidden()).toBe(true);
});

test("shows a kept page of the same session as it was", () => {
  const { stored, hide, show, reload, isHidden } = keepPage();
  stored["token"] = "mine";
  hide();
  show(true);
  expect(reload).not.toHaveBeenCalled();
  expect(isHidden()).toBe(false);
});
