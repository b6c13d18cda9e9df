import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, call } from "#web/lib/api.ts";
import { connectRealtime, sendPresence } from "#web/lib/socket.ts";

const { socket, receive, stored, resume } = vi.hoisted(() => {
  const listeners = new Map<string, (payload: unknown, acknowledge?: () => void) => void>();
  const socket = {
    active: false,
    connected: false,
    io: { _readyState: "closed" },
    on: (event: string, listener: (payload: unknown, acknowledge?: () => void) => void) =>
      listeners.set(event, listener),
    once: (event: string, listener: (payload: unknown) => void) => listeners.set(`${event} once`, listener),
    onAny: () => undefined,
    emit: vi.fn(),
    connect: vi.fn(),
    disconnect: vi.fn(),
  };
  return {
    socket,
    receive: (event: string, payload: unknown, acknowledge?: () => void) =>
      listeners.get(event)?.(payload, acknowledge),
    stored: { token: "good" },
    resume: { callback: () => {} },
  };
});
vi.mock("#web/lib/on-resume.ts", () => ({
  onResume(callback: () => void) {
    resume.callback = callback;
    return () => (resume.callback = () => undefined);
  },
}));
vi.mock("#web/lib/when-idle.ts", () => ({ whenIdle: (callback: () => void) => callback() }));
vi.stubGlobal("location", { pathname: "/browse" });
const browser = new EventTarget();
vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
vi.mock("socket.io-client", () => ({ io: () => socket }));
vi.mock("#web/lib/session.ts", () => ({ session: { read: () => stored, subscribe: () => {} } }));
vi.mock("#web/lib/api.ts", async (original) => ({ ...(await original<object>()), call: vi.fn() }));

const handlers = { onReconnect: vi.fn() };
const login = { token: "good", user: { _id: "me", username: "me" } };
let stop = (): void => undefined;
let cache: QueryClient;

beforeEach(async () => {
  vi.useFakeTimers();
  stored.token = "good";
  vi.mocked(call).mockReset().mockResolvedValue({ success: true });
  socket.connect.mockReset();
  handlers.onReconnect.mockReset();
  cache = new QueryClient();
  stop = connectRealtime(login, [handlers], cache);
  await vi.dynamicImportSettled();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test.each([
  ["disconnect", "io server disconnect"],
  ["connect_error", new Error("unauthorized")],
])("after %s by the server, checks the session once and reconnects if it is valid", async (event, payload) => {
  receive(event, payload);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).toHaveBeenCalledOnce();
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("stays disconnected if the session has ended", async () => {
  vi.mocked(call).mockImplementation(async () => {
    stored.token = "";
    throw new ApiError(401, {});
  });
  receive("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).toHaveBeenCalledOnce();
  expect(socket.connect).not.toHaveBeenCalled();
});

test("reconnects if the session cannot be checked", async () => {
  vi.mocked(call).mockRejectedValue(new TypeError("Failed to fetch"));
  receive("connect_error", new Error("unauthorized"));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket.connect).toHaveBeenCalledOnce();
});

test("does not check the session if a new token arrives shortly after", async () => {
  receive("disconnect", "io server disconnect");
  await vi.advanceTimersByTimeAsync(500);
  stored.token = "new";
  await vi.advanceTimersByTimeAsync(20_000);
  expect(call).not.toHaveBeenCalled();
});

test("does not check the session after a network failure or an unavailable server", async () => {
  receive("disconnect", "transport close");
  receive("connect_error", new Error("service_unavailable"));
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
  receive("connect", undefined);
  receive("connect once", undefined);
  expect(socket.emit).not.toHaveBeenCalled();
  expect(socket.disconnect).toHaveBeenCalledOnce();
  socket.active = false;
});

test("calls onReconnect on each connection and on resume", async () => {
  resume.callback();
  expect(handlers.onReconnect).toHaveBeenCalledTimes(1);
  receive("connect", undefined);
  // Each handler in a task of its own.
  expect(handlers.onReconnect).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(handlers.onReconnect).toHaveBeenCalledTimes(2);
  stored.token = "another";
  resume.callback();
  expect(handlers.onReconnect).toHaveBeenCalledTimes(2);
});

test("catches up when events were missed, and acknowledges once everything is fetched", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  handlers.onReconnect.mockImplementation(
    () => void cache.prefetchQuery({ queryKey: ["list"], queryFn: () => promise }),
  );
  const acknowledge = vi.fn();
  receive("events_missed", {}, acknowledge);
  expect(handlers.onReconnect).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(acknowledge).not.toHaveBeenCalled();
  resolve("fetched");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(acknowledge).toHaveBeenCalledOnce();
});

test("does not acknowledge missed events on a later connection", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  handlers.onReconnect.mockImplementation(
    () => void cache.prefetchQuery({ queryKey: ["list"], queryFn: () => promise }),
  );
  const acknowledge = vi.fn();
  Object.assign(socket, { id: "first" });
  receive("events_missed", {}, acknowledge);
  Object.assign(socket, { id: undefined });
  resolve("fetched");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(acknowledge).not.toHaveBeenCalled();
});

test("fetches again what could not be fetched after missed events, until it can", async () => {
  const queryFn = vi.fn(async () => "fetched");
  const query = { queryKey: ["list"], queryFn, retry: false };
  const unsubscribe = new QueryObserver(cache, query).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  handlers.onReconnect.mockImplementation(() => void cache.invalidateQueries({ queryKey: ["list"] }));
  queryFn.mockRejectedValueOnce(new ApiError(503, {})).mockRejectedValueOnce(new ApiError(503, {}));
  queryFn.mockClear();
  receive("events_missed", {}, () => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect([queryFn.mock.calls.length, cache.getQueryState(["list"])?.status]).toEqual([1, "error"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([queryFn.mock.calls.length, cache.getQueryState(["list"])?.status]).toEqual([3, "success"]);
  expect(handlers.onReconnect).toHaveBeenCalledOnce();
  unsubscribe();
});

test.each([
  ["between two attempts", { active: true }, "closed", 1],
  ["during an attempt", { active: true }, "opening", 0],
  ["while connected", { active: true, connected: true }, "open", 0],
  ["after a rejection, which schedules its own attempt", { active: false }, "closed", 0],
])("on resume %s reconnects at once or not at all", (_, state, readyState, times) => {
  Object.assign(socket, state);
  socket.io._readyState = readyState;
  resume.callback();
  expect(socket.connect).toHaveBeenCalledTimes(times);
  Object.assign(socket, { active: false, connected: false });
});

test("disconnects when the page is left, and connects again when it is back from the back/forward cache", () => {
  socket.disconnect.mockReset();
  browser.dispatchEvent(new Event("pagehide"));
  expect(socket.disconnect).not.toHaveBeenCalled();
  Object.assign(socket, { active: true, connected: true });
  browser.dispatchEvent(new Event("pagehide"));
  expect(socket.disconnect).toHaveBeenCalledOnce();
  Object.assign(socket, { active: false, connected: false });
  socket.io._readyState = "closed";
  receive("disconnect", "io client disconnect");
  expect(socket.connect).not.toHaveBeenCalled();
  resume.callback();
  expect(socket.connect).toHaveBeenCalledOnce();
  expect(handlers.onReconnect).toHaveBeenCalledOnce();
});

test("stays disconnected in a page that was kept for another session", () => {
  Object.assign(socket, { active: true, connected: true });
  browser.dispatchEvent(new Event("pagehide"));
  Object.assign(socket, { active: false, connected: false });
  stored.token = "another";
  resume.callback();
  expect(socket.connect).not.toHaveBeenCalled();
  expect(handlers.onReconnect).not.toHaveBeenCalled();
});

test("sends presence at once while connected, and again on each connection while active", () => {
  const sentPresence = () =>
    socket.emit.mock.calls.filter(([event]) => event === "presence").map(([, payload]) => payload);
  socket.emit.mockReset();
  sendPresence(true);
  expect(sentPresence()).toEqual([]);
  receive("connect", undefined);
  socket.connected = true;
  sendPresence(false);
  expect(sentPresence()).toEqual([{ present: true }, { present: false }]);
  receive("connect", undefined);
  expect(sentPresence()).toHaveLength(2);
  socket.connected = false;
});
