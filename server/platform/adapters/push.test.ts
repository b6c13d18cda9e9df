import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebPush, type Push, type PushTarget } from "#server/platform/adapters/push.ts";
import { createVapidSigner } from "#server/platform/adapters/vapid.ts";
import {
  type FakeBrowser,
  type FakePushService,
  type PushResponse,
  startPushService,
} from "#server/testing/fake-push-service.ts";

let service: FakePushService;
let push: Push;
let now = new Date();
const tokens = createVapidSigner(randomBytes(32), "mailto:hello@spotter.example", () => new Date());
const OPTIONS = { ttl: 60, topic: "a-topic", urgency: "normal" } as const;
const FROM = { id: "someone", username: "Sam" };
const MESSAGE = { to: "me", cause: "crush", from: FROM, url: "/crushes", tag: "a", waiting: 2 };

const targetOf = ({ endpoint, keys }: FakeBrowser): PushTarget => ({
  endpoint,
  p256dh: Buffer.from(keys.p256dh, "base64url"),
  auth: Buffer.from(keys.auth, "base64url"),
});
const send = (browser: FakeBrowser, by = push) => by.send(targetOf(browser), JSON.stringify(MESSAGE), OPTIONS);

beforeAll(async () => {
  service = await startPushService();
  service.expectKey(tokens.key);
  push = createWebPush({ tokens, now: () => now, standIn: service.origin });
});
afterAll(() => service.close());

describe("a push", () => {
  test("can be decrypted by its browser, and by no other", async () => {
    const browser = service.browser();
    expect(await send(browser)).toEqual({ is: "sent" });
    expect(browser.shown).toEqual([MESSAGE]);
    expect(browser.headers).toMatchObject([{ ttl: "60", topic: "a-topic", urgency: "normal" }]);
    const thief = { ...service.browser(), endpoint: browser.endpoint };
    expect(await send(thief)).toMatchObject({ is: "refused" });
    expect(browser.shown).toHaveLength(1);
  });

  test("signed with another key is rejected", async () => {
    const others = createVapidSigner(randomBytes(32), "mailto:hello@spotter.example", () => new Date());
    const stranger = createWebPush({ tokens: others, now: () => now, standIn: service.origin });
    expect(await send(service.browser(), stranger)).toMatchObject({ is: "refused" });
  });

  const OUTCOMES: readonly (readonly [PushResponse, string])[] = [
    [404, "gone"],
    [410, "gone"],
    [400, "refused"],
    [403, "refused"],
    [413, "refused"],
    [408, "later"],
    [429, "later"],
    [500, "later"],
    [503, "later"],
  ];
  test.each(OUTCOMES)("answered with %j is %s", async (manner, is) => {
    const browser = service.browser();
    service.setResponse(browser, manner);
    expect(await send(browser)).toMatchObject({ is });
  });

  test.each([
    [{ "retry-after": "120" }, 119, 121],
    [{ "retry-after": new Date(Date.now() + 600_000).toUTCString() }, 590, 602],
    [{ "retry-after": "99999999" }, 3599, 3601],
    [{ "retry-after": "soon" }, 19, 21],
    [{}, 19, 21],
  ])("that is asked to wait, by %j, waits, and others do not", async (headers, before, after) => {
    now = new Date();
    const [browser, other] = [service.browser(), service.browser()];
    service.setResponse(browser, { status: 429, headers });
    expect(await send(browser)).toMatchObject({ is: "later" });
    service.setResponse(browser, 201);
    const begin = now.getTime();
    now = new Date(begin + before * 1000);
    expect(await send(browser)).toEqual({ is: "later", why: "the push service asked to wait" });
    expect(await send(other)).toEqual({ is: "sent" });
    now = new Date(begin + after * 1000);
    expect(await send(browser)).toEqual({ is: "sent" });
  });

  test("without a response is aborted, and its push service is paused for a while", async () => {
    const browser = service.browser();
    service.setResponse(browser, "hang");
    const hasty = createWebPush({ tokens, now: () => now, standIn: service.origin, timeoutMs: 200 });
    expect(await send(browser, hasty)).toEqual({ is: "later", why: "the push service was not reached: ABORT_ERR" });
    const asked = service.requests();
    // Nor are others of that push service, for which everybody else's pushes would wait.
    const why = "the push service did not answer a moment ago";
    for (const one of [browser, service.browser()]) expect(await send(one, hasty)).toEqual({ is: "later", why });
    expect(service.requests()).toBe(asked);
    now = new Date(now.getTime() + 21_000);
    expect(await send(service.browser(), hasty)).toEqual({ is: "sent" });
  });
});

test("a broken connection does not delay pushes to other browsers", async () => {
  let asked = 0;
  const breaking = createServer((request, response) => {
    asked++;
    if (request.url === "/broken") request.socket.destroy();
    else response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => breaking.listen(0, "127.0.0.1", resolve));
  const standIn = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
  const by = createWebPush({ tokens, now: () => now, standIn });
  const broken = { ...service.browser(), endpoint: `${standIn}/broken` };
  expect(await send(broken, by)).toEqual({ is: "later", why: "the push service was not reached: ECONNRESET" });
  expect(await send({ ...service.browser(), endpoint: `${standIn}/whole` }, by)).toEqual({ is: "sent" });
  expect(await send(broken, by)).toMatchObject({ is: "later" });
  expect(asked).toBe(2);
  breaking.close();
});

describe("malicious push endpoints", () => {
  test.each([
    ["https://fcm.googleapis.com/fcm/send/abc", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
    ["https://wns2-bl2p.notify.windows.com/w/?token=abc", true],
    ["https://web.push.apple.com/abc", true],
    ["https://fcm.googleapis.com.evil.example/abc", false],
    ["https://evilpush.apple.com/abc", false],
    ["https://push.example/abc", false],
  ])("%s is a push service that we know: %s", (endpoint, isKnown) => {
    const usual = createWebPush({ tokens, now: () => now });
    expect(usual.findEndpointProblem(endpoint)).toBe(
      isKnown ? undefined : "Spotter does not know your browser's push service.",
    );
    const other = createWebPush({ tokens, services: ["push.example"], now: () => now });
    expect(other.findEndpointProblem(endpoint) === undefined).toBe(endpoint.startsWith("https://push.example/"));
    expect(createWebPush({ tokens, services: ["*"], now: () => now }).findEndpointProblem(endpoint)).toBeUndefined();
  });

  test("a redirect is not followed", async () => {
    let reached = 0;
    const inner = createServer((_, response) => {
      reached++;
      response.end();
    });
    await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/`;
    for (const status of [301, 302, 303, 307, 308]) {
      const browser = service.browser();
      service.setResponse(browser, { status, headers: { location } });
      expect(await send(browser)).toMatchObject({ is: "refused" });
    }
    inner.close();
    expect(reached).toBe(0);
  });

  test("another port of this machine is unreachable, and so is loopback without a stand-in", async () => {
    const browser = service.browser();
    const near = { ...browser, endpoint: `http://127.0.0.1:${Number(new URL(service.origin).port) + 1}/push` };
    expect(await send(near)).toMatchObject({ is: "refused" });
    const asked = service.requests();
    expect(await send(browser, createWebPush({ tokens, now: () => now }))).toMatchObject({ is: "refused" });
    expect(service.requests()).toBe(asked);
  });

  test("a name that resolves to a private address is rejected, even if it does so only sometimes", async () => {
    let inner = "";
    const resolve = async () => [
      { address: "8.8.8.8", family: 4 },
      { address: inner, family: 4 },
    ];
    const guarded = createWebPush({ tokens, services: ["*"], now: () => now, resolve });
    const outside = { ...service.browser(), endpoint: "https://push.example/abc" };
    for (inner of ["127.0.0.1", "169.254.169.254", "10.0.0.7"]) {
      expect(await send(outside, guarded)).toEqual({
        is: "refused",
        why: "a name leads to an address that is not of the internet",
      });
    }
  });

  test("an unknown name does not remove a browser", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("push.example"), { code: "ENOTFOUND" }));
    const outcome = await send(
      { ...service.browser(), endpoint: "https://push.example/abc" },
      createWebPush({ tokens, services: ["*"], now: () => now, resolve }),
    );
    expect(outcome).toEqual({ is: "later", why: "the push service was not reached: ENOTFOUND" });
  });

  test("an endless response is aborted", async () => {
    const endless = createServer((_, response) => {
      response.writeHead(201);
      const more = () => response.write("x".repeat(8192), () => !response.destroyed && setImmediate(more));
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    const standIn = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const closed = new Promise((resolve) => endless.once("connection", (socket) => socket.once("close", resolve)));
    const browser = { ...service.browser(), endpoint: `${standIn}/push` };
    expect(await send(browser, createWebPush({ tokens, now: () => now, standIn }))).toEqual({ is: "sent" });
    await closed;
    endless.close();
  });
});
