import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type PushMessage, pushMessage } from "#contract/notifications.ts";

/**
 * A fake push service with browsers, over real HTTP. It decrypts pushes with independent code after RFC 8291 and RFC
 * 8292, and rejects what a push service would reject. The behavior of real ones is not verified here.
 */

/** A browser's push subscription: its URL, and its keys in base64url. */
export interface FakeBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The displayed pushes, in order. */
  readonly shown: readonly PushMessage[];
  /** The headers that came with each. */
  readonly headers: readonly IncomingMessage["headers"][];
}

/** How the push service answers: with a status, by not answering, or by sending somewhere else. */
export type PushResponse = number | "hang" | { readonly status: number; readonly headers: Record<string, string> };

type Token = Readonly<Record<string, unknown>>;

const decode = (text: string): Buffer => Buffer.from(text, "base64url");
const asJson = (text: string): Token => JSON.parse(decode(text).toString()) as Token;

/** Checks an `Authorization` header by RFC 8292. @returns the problem, if any */
function checkToken(authorization: string | undefined, key: string | undefined, audience: string): string | undefined {
  const [, token = "", given = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (head === "" || given !== (key ?? given)) return "the token is none, or with another key";
  const point = decode(given);
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const signed = Buffer.from(`${head}.${body}`);
  const right = verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, decode(signature));
  if (!right || asJson(head)["alg"] !== "ES256") return "the token is not signed by the key";
  const { aud, exp, sub } = asJson(body);
  const left = Number(exp) - Date.now() / 1000;
  if (aud !== audience) return "the token is for another push service";
  if (!(left > 0 && left <= 24 * 3600)) return "the token has ended, or lasts too long";
  return /^(mailto:|https:\/\/)./.test(String(sub)) ? undefined : "the token names nobody to ask";
}

class Browser implements FakeBrowser {
  readonly #own = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  readonly shown: PushMessage[] = [];
  readonly headers: IncomingMessage["headers"][] = [];
  readonly endpoint: string;
  readonly keys: FakeBrowser["keys"];
  manner: PushResponse = 201;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.keys = { p256dh: this.#own.generateKeys("base64url"), auth: this.#auth.toString("base64url") };
  }

  /** Decrypts a body by RFC 8291. @throws Error if it is not for this browser */
  read(body: Buffer): PushMessage {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    if (sealed.length > body.readUInt32BE(16)) throw new Error("more than one record");
    const derive = (from: Buffer, by: Buffer, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync("sha256", from, by, info, bytes));
    const context = Buffer.concat([Buffer.from("WebPush: info\0"), decode(this.keys.p256dh), sender]);
    const secret = derive(this.#own.computeSecret(sender), this.#auth, context, 32);
    const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error("not the last record");
    return pushMessage.parse(JSON.parse(padded.subarray(0, end).toString()));
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export type FakePushService = Awaited<ReturnType<typeof startPushService>>;

/** Starts one on any free port of this machine, or a given one. */
export async function startPushService(port = 0) {
  const browsers = new Map<string, Browser>();
  const refused: string[] = [];
  const hanging = new Set<ServerResponse>();
  const heard = new Set<() => void>();
  let requests = 0;
  let origin = "";
  let key: string | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests++;
    const body = await readBody(request);
    const browser = browsers.get(request.url ?? "");
    const manner = browser?.manner ?? 404;
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
    const wrong =
      checkToken(headers.authorization, key, origin) ??
      (method !== "POST" || headers["content-encoding"] !== "aes128gcm" ? "not an encrypted push" : undefined) ??
      (/^\d+$/.test(String(headers["ttl"])) ? undefined : "no TTL") ??
      (/^[\w-]{1,32}$/.test(String(headers["topic"])) ? undefined : "no topic, or a wrong one");
    try {
      if (wrong) throw new Error(wrong);
      const message = browser.read(body);
      browser.shown.push(message);
      browser.headers.push(headers);
      response.writeHead(201, { location: `${origin}/sent/${browser.shown.length}` }).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(400).end();
    }
  }

  const server = createServer((request, response) => {
    void handle(request, response).then(() => {
      for (const listener of heard) listener();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** For `PUSH_STAND_IN`. */
    origin,
    /** Why it answered 400. */
    refused: refused as readonly string[],
    /** How often it was asked. */
    requests: () => requests,
    /** Creates a subscribed browser. */
    browser(): FakeBrowser {
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const made = new Browser(origin + path);
      browsers.set(path, made);
      return made;
    },
    /** Answers pushes to a browser so from now on. */
    behave(browser: FakeBrowser, manner: PushResponse) {
      const known = browsers.get(new URL(browser.endpoint).pathname);
      if (known) known.manner = manner;
    },
    /** From now on only pushes signed with this key are taken: the one that browsers subscribed with. */
    expectKey(expected: string) {
      key = expected;
    },
    /** Calls after each request that was answered, or left hanging. */
    watch(listener: () => void) {
      heard.add(listener);
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const response of hanging) response.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
