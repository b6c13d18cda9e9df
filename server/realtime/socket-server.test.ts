import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import WebSocket from "ws";
import { logout } from "#contract/accounts.ts";
import { sendMessage } from "#contract/messages.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMatch } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

describe("a socket", () => {
  test("needs a token that is good", async () => {
    await expect(connectDevice(app, "nonsense")).rejects.toThrow("unauthorized");
  });

  test("needs an origin that is ours", async () => {
    const { token } = await makeCompleteMember(app);
    await expect(connectDevice(app, token, "https://evil.example")).rejects.toThrow();
    (await connectDevice(app, token, app.address)).close();
  });

  test("in another's room hears nothing", async () => {
    const [a, b] = await makeMatch(app);
    const stranger = await makeCompleteMember(app);
    const [device, spy] = [await connectDevice(app, b.token), await connectDevice(app, stranger.token)];
    for (const id of [b.id, a.id, `member:${b.id}`]) spy.socket.emit("join_user_room", id);
    await app.call(sendMessage, { body: { receiverId: b.id, content: "Between us" } }, a.token);
    await device.hears("new_message");
    // What the spy was sent would have come before this answer to a message of its own.
    spy.socket.emit("typing", { userId: stranger.id, recipientId: b.id });
    await app.call(sendMessage, { body: { receiverId: a.id, content: "Yes" } }, b.token);
    await expect.poll(() => device.heard.length).toBe(2);
    expect(spy.heard).toEqual([]);
    device.close();
    spy.close();
  });

  test.each([
    ["what it may say", "typing"],
    ["what nobody listens to", "nonsense"],
  ])("that floods is cut, and nobody else: by %s", async (_, event) => {
    const [a, b] = await makeMatch(app);
    const [device, other] = [await connectDevice(app, a.token), await connectDevice(app, a.token)];
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    for (let i = 0; i < 500; i++) device.socket.emit(event, { recipientId: randomUUID() });
    await cut;
    const { status } = await app.call(sendMessage, { body: { receiverId: a.id, content: "Hi" } }, b.token);
    expect(status).toBe(201);
    await other.hears("new_message");
    other.close();
  });

  test("is let in once: whoever asks again is cut before it is looked at", async () => {
    const socket = new WebSocket(`${app.address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
    await once(socket, "open");
    const closed = once(socket, "close");
    for (let i = 0; i < 3; i++) socket.send('40{"token":"nonsense"}');
    await closed;
  });

  test("of a login that ends while it connects does not stay", async () => {
    const { token } = await makeCompleteMember(app);
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

  test("beyond twenty of one member is refused, though all come at once", async () => {
    const { token } = await makeCompleteMember(app);
    const devices = await Promise.allSettled(Array.from({ length: 40 }, () => connectDevice(app, token)));
    const open = () =>
      devices.filter((device) => device.status === "fulfilled" && device.value.socket.connected).length;
    await expect.poll(open).toBe(20);
    for (const device of devices) if (device.status === "fulfilled") device.value.close();
  });

  test("that types is heard by the match only, under its own name", async () => {
    const [a, b] = await makeMatch(app);
    const stranger = await makeCompleteMember(app);
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    const spy = await connectDevice(app, stranger.token);
    spy.socket.emit("typing", { userId: a.id, recipientId: b.id });
    spy.socket.emit("typing", "nonsense");
    spy.socket.emit("typing", { recipientId: "nonsense" });
    deviceA.socket.emit("typing", { userId: stranger.id, recipientId: b.id });
    expect(await deviceB.hears("user_typing")).toEqual({ userId: a.id });
    expect(deviceB.heard).toHaveLength(1);
    for (const device of [deviceA, deviceB, spy]) device.close();
  });
});
