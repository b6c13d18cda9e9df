import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, call } from "#web/lib/api.ts";
import { asIfTold, listen, sayLooking } from "#web/lib/socket.ts";

const { socket, hear, stored, wake } = vi.hoisted(() => {
  const heard = new Map<string, (what: unknown) => void>();
  const socket = {
    active: false,
    connected: false,
    io: { _readyState: "closed" },
    on: (event: string, act: (what: unknown) => void) => heard.set(event, act),
    once: (event: string, act: (what: unknown) => void) => heard.set(`${event} once`, act),
    onAny: () => undefined,
    emit: vi.fn(),
    connect: vi.fn(),
    disconnect: vi.fn(),
  };
  return {
    socket,
    hear: (event: string, what: unknown) => heard.get(event)?.(what),
    stored: { token: "good" },
    wake: { act: () => {} },
  };
});
vi.mock("#web/lib/wake.ts", () => ({
  onWake(act: () => void) {
    wake.act = act;
    return () => (wake.act = () => undefined);
  },
}));
vi.mock("#web/lib/after-page.ts", () => ({ afterPage: (act: () => void) => act() }));
vi.stubGlobal("location", { pathname: "/browse" });
vi.mock("socket.io-client", () => ({ io: () => socket }));
vi.mock("#web/lib/session.ts", () => ({ session: { read: () => stored, subscribe: () => {} } }));
vi.mock("#web/lib/api.ts", async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const feature = { missed: vi.fn(), relationship_ended: vi.fn() };
const login = { token: "good", user: { _id: "me", username: "me" } };
let stop = (): void => undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  stored.token = "good";
  vi.mocked(call).mockReset().mockResolvedValue({ success: true });
  socket.connect.mockReset();
  feature.missed.mockReset();
  feature.relationship_ended.mockReset();
  stop = listen(login, [feature], new QueryClient());
  await vi.dynamicImportSettled();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test.each([
  ["disconnect", "io server disconnect"],
  ["connect_error", new Error("unauthorized")],
])(
  "after %s by the server it asks once whether the login holds, and connects again if it does",
  async (event, what) => {
    hear(event, what);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(call).toHaveBeenCalledOnce();
    expect(socket.connect).toHaveBeenCalledOnce();
  },
);

test("a login that does not hold stays unconnected", async () => {
  vi.mocked(call).mockImplementation(async () => {
    stored.token = "";
    throw new ApiError(401, {});
  });
  hear("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).toHaveBeenCalledOnce();
  expect(socket.connect).not.toHaveBeenCalled();
});

test("whether it holds stays open where the server cannot be reached", async () => {
  vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
  hear("connect_error", new Error("unauthorized"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("a new token that comes a moment later is not asked about", async () => {
  hear("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(500);
  stored.token = "new";
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).not.toHaveBeenCalled();
});

test("a network that is gone, and a server that is not ready, say nothing about the login", async () => {
  hear("disconnect", "transport close");
  hear("connect_error", new Error("service_unavailable"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).not.toHaveBeenCalled();
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("a connection that is just being made is not broken off, and hears nothing once nobody listens", () => {
  socket.active = true;
  socket.disconnect.mockReset();
  socket.emit.mockReset();
  stop();
  expect(socket.disconnect).not.toHaveBeenCalled();
  hear("connect", undefined);
  hear("connect once", undefined);
  expect(socket.emit).not.toHaveBeenCalled();
  expect(socket.disconnect).toHaveBeenCalledOnce();
  socket.active = false;
});

test("what was missed is asked for with each connection, and when the device wakes without one", () => {
  wake.act();
  expect(feature.missed).toHaveBeenCalledTimes(1);
  hear("connect", undefined);
  expect(feature.missed).toHaveBeenCalledTimes(2);
  stored.token = "another";
  wake.act();
  expect(feature.missed).toHaveBeenCalledTimes(2);
});

test.each([
  ["in the pause between two tries", { active: true }, "closed", 1],
  ["while a try is being made", { active: true }, "opening", 0],
  ["while connected", { active: true, connected: true }, "open", 0],
  ["after a refusal, which has its own next try", { active: false }, "closed", 0],
])("a device that wakes %s connects at once, or not at all", (_, state, readyState, times) => {
  Object.assign(socket, state);
  socket.io._readyState = readyState;
  wake.act();
  expect(socket.connect).toHaveBeenCalledTimes(times);
  Object.assign(socket, { active: false, connected: false });
});

test("what a refusal tells is heard as its event is, while somebody listens", () => {
  asIfTold("relationship_ended", { userId: "her" });
  expect(feature.relationship_ended).toHaveBeenCalledExactlyOnceWith({ userId: "her" }, expect.anything(), "me");
  stop();
  asIfTold("relationship_ended", { userId: "her" });
  expect(feature.relationship_ended).toHaveBeenCalledOnce();
});

test("whether somebody looks is said at once while connected, and with each connection while they do", () => {
  const said = () => socket.emit.mock.calls.filter(([event]) => event === "looking").map(([, what]) => what);
  socket.emit.mockReset();
  sayLooking(true);
  expect(said()).toEqual([]);
  hear("connect", undefined);
  socket.connected = true;
  sayLooking(false);
  expect(said()).toEqual([{ looking: true }, { looking: false }]);
  hear("connect", undefined);
  expect(said()).toHaveLength(2);
  socket.connected = false;
});
