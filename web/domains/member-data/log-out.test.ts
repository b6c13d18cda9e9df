import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { startCrushSending } from "#web/domains/crushes/crush-sending.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { logOut } from "#web/domains/member-data/log-out.ts";
import { session } from "#web/lib/session.ts";
import { buildMember } from "#web/testing/member-factory.ts";

const ada = buildMember("ada");

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("leaves at once, and ends the session on the server after the crushes that were on hold", async () => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: "visible" });
  const me = { token: "token", user: { _id: "me", username: "me" } };
  const read = vi.spyOn(session, "read").mockReturnValue(me);
  const end = vi.spyOn(session, "end").mockImplementation(() => void read.mockReturnValue(null));
  const calls: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Headers }) => {
    calls.push(`${url} ${headers.get("authorization")}`);
    return url.endsWith("/send-crush") ? answered : Response.json({ success: true });
  });
  const stop = startCrushSending(me, new QueryClient());
  heldCrushes.hold(ada);
  await logOut();
  expect(end).toHaveBeenCalledWith("logout");
  expect(calls).toEqual(["/api/match/send-crush Bearer token"]);
  answer(Response.json({ success: true, message: "Crush sent!", remainingCrushes: 4, isMatch: true }));
  await expect.poll(() => calls.at(1)).toBe("/api/auth/logout Bearer token");
  stop();
});
