import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DAY_S } from "#contract/durations.ts";
import { type StaffPush, staffPush } from "#contract/moderation/alerts.ts";
import { type PushMessage, pushMessage } from "#contract/notifications/notifications.ts";

/**
 * A fake push service and its browsers, over HTTP. It decrypts pushes with independent code after RFC 8291 and RFC
 * 8292, and rejects invalid ones as a push service would. This does not verify the behavior of real push services.
 */

export interface FakeBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The displayed pushes of members, in order. */
  readonly shown: readonly PushMessage[];
  /** Those of staff. */
  readonly alerts: readonly StaffPush[];
  /** The headers of each displayed push. */
  readonly headers: readonly IncomingMessage["headers"][];
}

/** The response of the push service: a status, none ("hang"), or a status with headers such as a redirect. */
export type PushResponse = number | "hang" | { readonly status: number; readonly headers: Record<string, string> };

type Token = Readonly<Record<string, unknown>>;

const decode = (text: string): Buffer => Buffer.from(text, "base64url");
const asJson = (text: string): Token => JSON.parse(decode(text).toString()) as Token;

/** By RFC 8292. @returns the problem, if any */
function checkToken(authorization: string | undefined, key: string | undefined, audience: string): string | undefined {
  const [, token = "", given = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (head === "" || given !== (key ?? given)) return "the token is missing, or has another key";
  const point = decode(given);
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signed = Buffer.from(`${head}.${body}`);
  const isValid = verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, decode(signature));
  if (!isValid || asJson(head)["alg"] !== "ES256") return "the token's signature is invalid";
  const { aud, exp, sub } = asJson(body);
  const secondsLeft = Number(exp) - Date.now() / 1000;
  if (aud !== audience) return "the token is for another push service";
  if (!(secondsLeft > 0 && secondsLeft <= DAY_S)) return "the token has expired, or is valid for too long";
  return /^(mailto:|https:\/\/)./.test(String(sub)) ? undefined : "the token has no contact";
}

class Browser implements FakeBrowser {
  readonly #own = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly shown: PushMessage[] = [];
  readonly alerts: StaffPush[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  readonly endpoint: string;
  readonly keys: FakeBrowser["keys"];
  response: PushResponse = 201;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.keys = { p256dh: this.#own.generateKeys("base64url"), auth: this.#auth.toString("base64url") };
  }

  /** By RFC 8291. @throws Error if it is not for this browser */
  show(body: Buffer): void {
    const message: unknown = JSON.parse(this.#decrypt(body));
    const alert = staffPush.safeParse(message);
    if (alert.success) this.alerts.push(alert.data);
    else this.shown.push(pushMessage.parse(message));
  }

  #decrypt(body: Buffer): string {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + idLength);
    const ciphertext = body.subarray(21 + idLength);
    if (ciphertext.length > body.readUInt32BE(16)) throw new Error("more than one record");
    const derive = (from: Buffer, by: Buffer, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync("sha256", from, by, info, bytes));
    const context = Buffer.concat([Buffer.from("WebPush: info\0"), decode(this.keys.p256dh), sender]);
    const secret = derive(this.#own.computeSecret(sender), this.#auth, context, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(ciphertext.subarray(-16));
    const padded = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error("not the last record");
    return padded.subarray(0, end).toString();
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export type FakePushService = Awaited<ReturnType<typeof startPushService>>;

/** Starts the service on a given port, or on a free one. */
export async function startPushService(port = 0) {
  const browsers = new Map<string, Browser>();
  const refused: string[] = [];
  const hanging = new Set<ServerResponse>();
  const listeners = new Set<() => void>();
  let requests = 0;
  let origin = "";
  let key: string | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests++;
    const body = await readBody(request);
    const browser = browsers.get(request.url ?? "");
    const manner = browser?.response ?? 404;
    if (manner === "hang") {
      hanging.add(response);
      return;
    }
    if (manner !== 201 || !browser) {
      const { status, headers } = typeof manner === "object" ? manner : { status: Number(manner), headers: {} };
      response.writeHead(status, headers).end("no");
      return;
    }
    const { headers, method } = request;
    const problem =
      checkToken(headers.authorization, key, origin) ??
      (method !== "POST" || headers["content-encoding"] !== "aes128gcm" ? "not an encrypted push" : undefined) ??
      (/^\d+$/.test(String(headers["ttl"])) ? undefined : "no TTL") ??
      (/^[\w-]{1,32}$/.test(String(headers["topic"])) ? undefined : "no topic, or an invalid one");
    try {
      if (problem) throw new Error(problem);
      browser.show(body);
      browser.headers.push(headers);
      response.writeHead(201, { location: `${origin}/sent/${browser.headers.length}` }).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  }

  const server = createServer((request, response) => {
    void handle(request, response).then(() => {
      for (const listener of listeners) listener();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** The value of `PUSH_STAND_IN`. */
    origin,
    rejections: refused as readonly string[],
    requests: () => requests,
    browser(): FakeBrowser {
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const made = new Browser(origin + path);
      browsers.set(path, made);
      return made;
    },
    setResponse(browser: FakeBrowser, manner: PushResponse) {
      const known = browsers.get(new URL(browser.endpoint).pathname);
      if (known) known.response = manner;
    },
    /** Accepts only pushes that are signed with this key, which browsers subscribed with. */
    expectKey(expected: string) {
      key = expected;
    },
    /** Calls the listener after each request, whether it was answered or left hanging. */
    watch(listener: () => void) {
      listeners.add(listener);
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const response of hanging) response.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
