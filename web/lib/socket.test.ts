import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, call } from "#web/lib/api.ts";
import { connectRealtime, sendPresence } from "#web/lib/socket.ts";

const { socket, hear, stored, resume } = vi.hoisted(() => {
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
    resume: { act: () => {} },
  };
});
vi.mock("#web/lib/on-resume.ts", () => ({
  onResume(act: () => void) {
    resume.act = act;
    return () => (resume.act = () => undefined);
  },
}));
vi.mock("#web/lib/when-idle.ts", () => ({ whenIdle: (act: () => void) => act() }));
vi.stubGlobal("location", { pathname: "/browse" });
vi.mock("socket.io-client", () => ({ io: () => socket }));
vi.mock("#web/lib/session.ts", () => ({ session: { read: () => stored, subscribe: () => {} } }));
vi.mock("#web/lib/api.ts", async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const handlers = { onReconnect: vi.fn() };
const login = { token: "good", user: { _id: "me", username: "me" } };
let stop = (): void => undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  stored.token = "good";
  vi.mocked(call).mockReset().mockResolvedValue({ success: true });
  socket.connect.mockReset();
  handlers.onReconnect.mockReset();
  stop = connectRealtime(login, [handlers], new QueryClient());
  await vi.dynamicImportSettled();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test.each([
  ["disconnect", "io server disconnect"],
  ["connect_error", new Error("unauthorized")],
])("after %s by the server, checks the session once and reconnects if it is valid", async (event, what) => {
  hear(event, what);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).toHaveBeenCalledOnce();
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("stays disconnected if the session has ended", async () => {
  vi.mocked(call).mockImplementation(async () => {
    stored.token = "";
    throw new ApiError(401, {});
  });
  hear("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).toHaveBeenCalledOnce();
  expect(socket.connect).not.toHaveBeenCalled();
});

test("reconnects if the session cannot be checked", async () => {
  vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
  hear("connect_error", new Error("unauthorized"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("does not check the session if a new token arrives shortly after", async () => {
  hear("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(500);
  stored.token = "new";
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).not.toHaveBeenCalled();
});

test("does not check the session after a network failure or an unavailable server", async () => {
  hear("disconnect", "transport close");
  hear("connect_error", new Error("service_unavailable"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).not.toHaveBeenCalled();
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("lets a handshake finish after stop, and ignores it", () => {
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

test("calls onReconnect on each connection and on resume", () => {
  resume.act();
  expect(handlers.onReconnect).toHaveBeenCalledTimes(1);
  hear("connect", undefined);
  expect(handlers.onReconnect).toHaveBeenCalledTimes(2);
  stored.token = "another";
  resume.act();
  expect(handlers.onReconnect).toHaveBeenCalledTimes(2);
});

test.each([
  ["in the pause between two tries", { active: true }, "closed", 1],
  ["while a try is being made", { active: true }, "opening", 0],
  ["while connected", { active: true, connected: true }, "open", 0],
  ["after a refusal, which has its own next try", { active: false }, "closed", 0],
])("on resume %s reconnects at once or not at all", (_, state, readyState, times) => {
  Object.assign(socket, state);
  socket.io._readyState = readyState;
  resume.act();
  expect(socket.connect).toHaveBeenCalledTimes(times);
  Object.assign(socket, { active: false, connected: false });
});

test("sends presence at once while connected, and again on each connection while active", () => {
  const said = () => socket.emit.mock.calls.filter(([event]) => event === "presence").map(([, what]) => what);
  socket.emit.mockReset();
  sendPresence(true);
  expect(said()).toEqual([]);
  hear("connect", undefined);
  socket.connected = true;
  sendPresence(false);
  expect(said()).toEqual([{ present: true }, { present: false }]);
  hear("connect", undefined);
  expect(said()).toHaveLength(2);
  socket.connected = false;
});
