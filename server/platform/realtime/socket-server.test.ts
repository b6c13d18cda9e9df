import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { logout } from "#contract/accounts/accounts.ts";
import { sendMessage } from "#contract/chat/messages.ts";
import { createCompleteMember, createMatch } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

describe("a socket", () => {
  // @spec 7.socket-same-origin
  test("requires a valid token", async () => {
    await expect(connectDevice(app, "nonsense")).rejects.toThrow("unauthorized");
  });

  // @spec 7.socket-same-origin
  test("requires an allowed origin", async () => {
    const { token } = await createCompleteMember(app);
    await expect(connectDevice(app, token, "https://evil.example")).rejects.toThrow();
    (await connectDevice(app, token, app.address)).close();
  });

  // @spec 7.join-user-room
  test("receives nothing when it joins another member's room", async () => {
    const [a, b] = await createMatch(app);
    const stranger = await createCompleteMember(app);
    const [device, spy] = [await connectDevice(app, b.token), await connectDevice(app, stranger.token)];
    for (const id of [b.id, a.id, `member:${b.id}`]) spy.socket.emit("join_user_room", id);
    await app.call(sendMessage, { body: { receiverId: b.id, content: "Between us" } }, a.token);
    await device.waitFor("new_message");
    // An event to the eavesdropper would have arrived before this reply.
    spy.socket.emit("typing", { userId: stranger.id, recipientId: b.id });
    await app.call(sendMessage, { body: { receiverId: a.id, content: "Yes" } }, b.token);
    await expect.poll(() => device.received.length).toBe(2);
    expect(spy.received).toEqual([]);
    device.close();
    spy.close();
  });

  test.each([
    ["a known event", "typing"],
    ["an unknown event", "nonsense"],
  ])("that floods with %s is disconnected, and no other", async (_, event) => {
    const [a, b] = await createMatch(app);
    const [device, other] = [await connectDevice(app, a.token), await connectDevice(app, a.token)];
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    for (let i = 0; i < 500; i++) device.socket.emit(event, { recipientId: randomUUID() });
    await cut;
    const { status } = await app.call(sendMessage, { body: { receiverId: a.id, content: "Hi" } }, b.token);
    expect(status).toBe(201);
    await other.waitFor("new_message");
    other.close();
  });

  test("stays open when the clock is set back", async () => {
    const { token } = await createCompleteMember(app);
    const device = await connectDevice(app, token);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    device.socket.emit("presence", { present: true });
    await pause(300);
    expect(device.socket.connected).toBe(true);
    device.close();
  });

  test.each(["/socket.io/?EIO=4&transport=websocket", "/elsewhere"])(
    "whose client resets the connection during the handshake at %s harms nobody",
    async (path) => {
      const { hostname, port } = new URL(app.address);
      for (const afterMs of [0, 5, 100]) {
        const client = connect(Number(port), hostname);
        await once(client, "connect");
        client.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
        await pause(afterMs);
        client.resetAndDestroy();
      }
      // An unhandled error fails the run, and would have ended the process.
      await pause(100);
      expect((await app.fetch("/healthz")).status).toBe(200);
    },
  );

  test("is closed at once at another path", async () => {
    const socket = new WebSocket(`${app.address.replace("http", "ws")}/elsewhere`);
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toBe("socket hang up");
  });

  test("is closed when it authenticates more than once", async () => {
    const socket = new WebSocket(`${app.address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    await once(socket, "open");
    const closed = once(socket, "close");
    for (let i = 0; i < 3; i++) socket.send('40{"token":"nonsense"}');
    await expect(closed).resolves.toHaveLength(2);
  });

  test("is disconnected when its session ends while it connects", async () => {
    const { token } = await createCompleteMember(app);
    const devices = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => connectDevice(app, token)),
      app.call(logout, {}, token),
    ]);
    for (const device of devices) {
      if (device.status === "fulfilled" && "socket" in device.value) {
        const { socket } = device.value;
        await expect.poll(() => socket.connected).toBe(false);
      }
    }
  });

  test("beyond twenty per member is refused, even when all connect at once", async () => {
    const { token } = await createCompleteMember(app);
    const devices = await Promise.allSettled(Array.from({ length: 40 }, () => connectDevice(app, token)));
    const open = () =>
      devices.filter((device) => device.status === "fulfilled" && device.value.socket.connected).length;
    await expect.poll(open).toBe(20);
    for (const device of devices) if (device.status === "fulfilled") device.value.close();
  });

  // @spec 7.join-user-room 7.new-message-messages
  test("sends typing to the match only, under the sender's id", async () => {
    const [a, b] = await createMatch(app);
    const stranger = await createCompleteMember(app);
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    const spy = await connectDevice(app, stranger.token);
    spy.socket.emit("typing", { userId: a.id, recipientId: b.id });
    spy.socket.emit("typing", "nonsense");
    spy.socket.emit("typing", { recipientId: "nonsense" });
    deviceA.socket.emit("typing", { userId: stranger.id, recipientId: b.id });
    expect(await deviceB.waitFor("user_typing")).toEqual({ userId: a.id });
    expect(deviceB.received).toHaveLength(1);
    for (const device of [deviceA, deviceB, spy]) device.close();
  });
});

describe("sockets of a process that stops", () => {
  const stopping = testApp();

  test("are closed one by one, and get events until then", async () => {
    const { id, token } = await createCompleteMember(stopping);
    const devices = await Promise.all(Array.from({ length: 20 }, () => connectDevice(stopping, token)));
    const reasons: string[] = [];
    const closedAt: number[] = [];
    for (const { socket } of devices)
      socket.once("disconnect", (reason) => {
        reasons.push(reason);
        closedAt.push(performance.now());
      });
    const closed = stopping.ctx.realtime.closeSockets(1000);
    await expect.poll(() => closedAt.length, { interval: 10 }).toBeGreaterThan(4);
    const open = devices.filter(({ socket }) => socket.connected);
    expect(open.length).toBeGreaterThan(4);
    stopping.ctx.realtime.publish(id, "user_typing", { userId: id });
    await Promise.any(open.map((device) => device.waitFor("user_typing")));
    await closed;
    await expect.poll(() => closedAt.length).toBe(devices.length);
    // A client reconnects by itself after this reason only.
    expect(new Set(reasons)).toEqual(new Set(["transport close"]));
    expect((closedAt.at(-1) ?? 0) - (closedAt[0] ?? 0)).toBeGreaterThan(500);
  });
});
