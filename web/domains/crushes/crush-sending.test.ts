import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCrushSending } from "#web/domains/crushes/crush-sending.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { session } from "#web/lib/session.ts";
import { buildMember } from "#web/testing/member-factory.ts";

const ada = buildMember("ada");
const me = { token: "token", user: { _id: "me", username: "me" } };

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: "visible" });
  vi.spyOn(session, "read").mockReturnValue(me);
  stop = startCrushSending(me, new QueryClient());
});
afterEach(() => {
  heldCrushes.settle("ada");
  heldCrushes.close(true);
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answer = (status: number, body: string) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers: { "content-type": "application/json" } }));
const refuse = (status: number, code: string) =>
  answer(status, JSON.stringify({ success: false, message: "No", code }));

test.each([
  ["a server that restarts", () => answer(502, "Bad gateway")],
  ["an unknown fault", () => refuse(500, "internal")],
  ["too many requests", () => refuse(429, "rate_limited")],
  ["a page of the network", () => answer(200, "<html></html>")],
])("keeps a crush to send it again after an answer of %s", async (_, stub) => {
  stub();
  heldCrushes.sendNow(ada);
  await vi.advanceTimersByTimeAsync(100);
  expect(heldCrushes.find("ada")).toMatchObject({ state: "waiting", isRepeat: true });
});

test.each([
  [402, "out_of_crushes"],
  [404, "profile_not_found"],
  [409, "already_sent"],
  [429, "daily_crush_limit"],
] as const)("drops a crush that the server refuses for good: %i %s", async (status, code) => {
  refuse(status, code);
  heldCrushes.sendNow(ada);
  await vi.advanceTimersByTimeAsync(100);
  expect(heldCrushes.find("ada")).toBeUndefined();
});
