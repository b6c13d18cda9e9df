import { afterEach, expect, test, vi } from "vitest";
import { isConversationOpen, setOpenConversation } from "#web/domains/chat/tab-state.ts";

afterEach(() => vi.unstubAllGlobals());

test("a chat that is being left is no longer open, although it is still shown", () => {
  const address = { pathname: "/messages/a" };
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("location", address);
  const close = setOpenConversation("a");
  expect([isConversationOpen("a"), isConversationOpen("b")]).toEqual([true, false]);
  for (const elsewhere of ["/messages", "/messages/b", "/profile/a"]) {
    address.pathname = elsewhere;
    expect(isConversationOpen("a")).toBe(false);
  }
  address.pathname = "/messages/a/";
  expect(isConversationOpen("a")).toBe(true);
  close();
  expect(isConversationOpen("a")).toBe(false);
});
