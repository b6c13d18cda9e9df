import http from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import type { Endpoint, Schema } from "#contract/endpoint.ts";
import { geocode } from "#contract/members/profiles.ts";
import { bodyLimitOf } from "#server/platform/http/register-endpoint.ts";
import { endpoints, type Leaf, leavesOf, nameOf, textChecksOf } from "#server/testing/endpoints.ts";
import { fewHostileRuns, hostileRuns } from "#server/testing/hostile-texts.ts";
import { createMember, newToken } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";
import { leastOfThree } from "#server/testing/timing.ts";

const app = testApp();

/** Milliseconds for which the event loop may stand still. Tests and other processes share the machine with the server. */
const STALL_MS_MAX = 250;
/** Characters of an address or a header: Node refuses more than 16 KiB of all headers. */
const HEAD_MAX = 14_000;

interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Sends a request as it is, without what `fetch` mends or refuses. @returns its status; 0 where Node ended the connection */
const statusOf = ({ method, path, headers = {}, body }: Request): Promise<number> =>
  new Promise((resolve) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request = http.request(app.address + path, { method, headers: { ...length, ...headers } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", () => resolve(0));
    request.end(body);
  });

async function sendAll(requests: readonly Request[]): Promise<{ failed: string[]; stallMs: number }> {
  const failed: string[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const request of requests) {
    const status = await statusOf(request);
    if (status >= 500) failed.push(`${request.name}: ${status}`);
  }
  delay.disable();
  return { failed, stallMs: delay.max / 1e6 };
}

async function expectCalm(name: string, requests: readonly Request[]): Promise<void> {
  const least = await leastOfThree(STALL_MS_MAX, async () => {
    const { failed, stallMs } = await sendAll(requests);
    expect(failed).toEqual([]);
    return stallMs;
  });
  expect(least, `milliseconds for which ${name} stopped the event loop`).toBeLessThanOrEqual(STALL_MS_MAX);
}

interface Body {
  readonly name: string;
  readonly body: string;
}

const json = { "content-type": "application/json" };

/** The path of an endpoint with `value` in place of one parameter, and something that is none in place of the others. */
const pathWith = ({ path }: Endpoint, name = "", value = ""): string =>
  path.replace(/:(\w+)/g, (_, one: string) => (one === name ? value : "none"));

/** Text as a part of an address. Half of a surrogate pair cannot be encoded. */
const encoded = (text: string, most: number): string =>
  encodeURIComponent(text.toWellFormed()).slice(0, most).replace(/%\w?$/, "");

/** So that a pattern of an address reads on, and fails at the very end. */
const framed = (run: string): string => `a@${run}@`;

/** Bodies whose text at `leaf` is hostile, of `bytes` and just short enough: the second comes further than the check of lengths. */
function bodiesWith(leaf: Leaf, bytes: number): readonly Body[] {
  const maximum = textChecksOf(leaf.schema)?.find(({ kind }) => kind === "max_length")?.maximum ?? 0;
  const empty = Buffer.byteLength(JSON.stringify(leaf.place(framed(""))));
  return fewHostileRuns(64).flatMap(({ name, text }) => {
    const times = Math.floor((bytes - empty) / (Buffer.byteLength(JSON.stringify(leaf.place(framed(text)))) - empty));
    const short = text.repeat(Math.ceil(maximum / text.length)).slice(0, Math.max(0, maximum - framed("").length));
    return [
      { name: `${times} × ${name} in ${leaf.path}`, body: JSON.stringify(leaf.place(framed(text.repeat(times)))) },
      { name: `${maximum} characters of ${name} in ${leaf.path}`, body: JSON.stringify(leaf.place(framed(short))) },
    ];
  });
}

/** JSON of `bytes` that is hard to read or to check because of how it is built. */
function structures(bytes: number, keys: readonly string[]): readonly Body[] {
  const many = (make: (i: number) => string): string => {
    const parts: string[] = [];
    for (let left = bytes - 40; left > 0; left -= (parts.at(-1) ?? "").length + 1) parts.push(make(parts.length));
    return parts.slice(0, -1).join(",");
  };
  const half = Math.floor((bytes - 60) / 2);
  return [
    { name: "a deep list", body: "[".repeat(half) + "]".repeat(half) },
    { name: "a deep list with an escape", body: `${"[".repeat(half - 4)}"\\u0061"${"]".repeat(half - 4)}` },
    { name: "a deep object", body: `${'{"a":'.repeat(bytes / 6 - 10)}1${"}".repeat(bytes / 6 - 10)}` },
    { name: "many keys", body: `{${many((i) => `"k${i}":1`)}}` },
    { name: "many keys that are numbers", body: `{${many((i) => `"${i * 4096 + 7}":1`)}}` },
    { name: "a long number", body: `{"age":${"9".repeat(bytes - 10)}}` },
    ...keys.flatMap((key) =>
      ['""', "{}", "[]", "1", "null"].map((entry) => ({
        name: `a list of ${entry} in ${key}`,
        body: `{"${key}":[${many(() => entry)}]}`,
      })),
    ),
  ];
}

const isText = ({ schema }: Leaf): boolean => textChecksOf(schema) !== undefined;
const leavesIn = (schema: Schema | undefined): readonly Leaf[] => (schema ? leavesOf(schema) : []);

function requestsOf(endpoint: Endpoint, token: string): readonly Request[] {
  const { method } = endpoint;
  const name = nameOf(endpoint);
  const authorization = { authorization: `Bearer ${token}` };
  const inBody = leavesIn(endpoint.body);
  const keys = [...new Set(inBody.map(({ path }) => path.split(".")[0] ?? ""))];
  const bytes = bodyLimitOf(endpoint);
  const bodies = [...inBody.filter(isText).flatMap((leaf) => bodiesWith(leaf, bytes)), ...structures(bytes, keys)];
  // Up to 200 characters of a parameter reach its schema.
  const texts = [...fewHostileRuns(HEAD_MAX), ...fewHostileRuns(180)];
  return [
    ...(method === "GET" ? [] : bodies).map((one) => ({
      name: `${name} with ${one.name}`,
      method,
      path: pathWith(endpoint),
      headers: { ...authorization, ...json },
      body: one.body,
    })),
    ...leavesIn(endpoint.params).flatMap(({ path }) =>
      texts.map((one) => ({
        name: `${name} with ${one.name} as ${path}`,
        method,
        path: pathWith(endpoint, path, encoded(one.text, one.text.length)),
        headers: authorization,
      })),
    ),
    ...leavesIn(endpoint.query).flatMap(({ path }) =>
      texts.map((one) => ({
        name: `${name} with ${one.name} as ${path}`,
        method,
        path: `${pathWith(endpoint)}?${path}=${encoded(one.text, one.text.length)}`,
        headers: authorization,
      })),
    ),
  ];
}

describe("hostile requests block neither the event loop nor the server:", () => {
  test("texts and structures of maximum size, in every part of every endpoint", async () => {
    const member = await createMember(app);
    // The list of towns is loaded once, at the first look-up.
    await app.call(geocode, { body: { location: "Austin, TX" } }, member.token);
    for (const endpoint of endpoints) {
      // Some of them end the login.
      const token = await newToken(app, member);
      await expectCalm(nameOf(endpoint), requestsOf(endpoint, token));
    }
  }, 240_000);

  const asciiTexts = hostileRuns(HEAD_MAX).filter(({ text }) => /^[\x20-\x7e]+$/.test(text));
  test.each([
    "accept",
    "accept-encoding",
    "accept-language",
    "authorization",
    "content-encoding",
    "content-type",
    "cookie",
    "forwarded",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "origin",
    "range",
    "referer",
    "sec-websocket-protocol",
    "stripe-signature",
    "user-agent",
    "x-forwarded-for",
  ])("the header %s", async (header) => {
    const starts = { authorization: "Bearer ", "content-type": "multipart/form-data; boundary=", range: "bytes=" };
    const start = (starts as Record<string, string>)[header] ?? "";
    const requests = asciiTexts.flatMap(({ name, text }) =>
      [
        { method: "GET", path: "/symbol.svg" },
        { method: "POST", path: "/api/newsletter", body: "{}" },
        { method: "GET", path: "/socket.io/?EIO=4&transport=polling" },
        ...(header === "stripe-signature" ? [{ method: "POST", path: "/api/webhooks/stripe", body: "{}" }] : []),
      ].map((request) => ({ ...request, name: `${header}: ${name}`, headers: { ...json, [header]: start + text } })),
    );
    await expectCalm(header, requests);
  });

  test.each([
    "/",
    "/?",
    "/api/",
    "/api/users/",
    "/api/profile/all?",
    "/assets/",
    "/help/",
    "/photos/a/",
    "/photos/a/b?viewer=",
    "/newsletter/unsubscribe/",
    "/socket.io/?",
  ])("the address %s", async (start) => {
    const requests = hostileRuns(HEAD_MAX).flatMap(({ name, text }) =>
      [text.replace(/[^\x21-\x7e]/g, ""), encoded(text, HEAD_MAX)].map((rest) => ({
        name: `${start}${name}`,
        method: "GET",
        path: start + rest,
      })),
    );
    await expectCalm(start, requests);
  });

  test("the headers of the parts of a form", async () => {
    const { token } = await createMember(app);
    const headers = { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" };
    const lines = (text: string) => [
      `Content-Disposition: form-data; name="${text}"; filename="a"`,
      `Content-Disposition: form-data; name="photos"; filename="${text}"`,
      `Content-Disposition: form-data; name=photos; filename=${text}`,
      `Content-Disposition: form-data; name="photos"; filename="a"\r\nContent-Type: ${text}`,
      text,
    ];
    const requests = hostileRuns(70_000).flatMap(({ name, text }) =>
      lines(text).map((line, i) => ({
        name: `header ${i} with ${name}`,
        method: "POST",
        path: "/api/profile/photos",
        headers,
        body: `--b\r\n${line}\r\n\r\nx\r\n--b--\r\n`,
      })),
    );
    await expectCalm("a form", requests);
  });

  test("a form with too many parts is read up to the first excess part", async () => {
    const { token } = await createMember(app);
    const headers = { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" };
    const body = Buffer.alloc(20_000_000, "--b\r\n\r\n\r\n");
    const leastMs = await leastOfThree(1000, async () => {
      const before = process.threadCpuUsage();
      const status = await statusOf({ name: "parts", method: "POST", path: "/api/profile/photos", headers, body });
      expect(status).toBe(413);
      // A second request on the same connection is answered once the first has been received to its end.
      expect((await app.fetch("/api/profile", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    expect(leastMs).toBeLessThanOrEqual(1000);
  });
});
