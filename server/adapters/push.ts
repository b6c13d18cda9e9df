import http from "node:http";
import https from "node:https";
import { encryptPush, type PushKeys } from "#server/adapters/push-encryption.ts";
import {
  createPublicOnlyLookup,
  findUrlProblem,
  PrivateAddressError,
  type Resolve,
} from "#server/adapters/ssrf-guard.ts";
import type { VapidSigner } from "#server/adapters/vapid.ts";

/** A browser that takes pushes. */
export interface PushTarget extends PushKeys {
  /** Its address at its push service. Whoever registered it has named it, so it may lead anywhere. */
  readonly endpoint: string;
}

export interface PushOptions {
  /** Seconds that the push service keeps it for a device that is not there. */
  readonly ttl: number;
  /** Of those with the same topic the push service keeps the latest. Up to 32 letters of base64url. */
  readonly topic: string;
  readonly urgency: "low" | "normal" | "high";
}

/**
 * What became of a push: the push service has taken it; it knows the browser no more; it will never take it; or it may take
 * it later. `why` is for the log: it names no address.
 */
export type PushOutcome = { readonly is: "sent" | "gone" } | { readonly is: "refused" | "later"; readonly why: string };

/** Sends pushes to browsers, by way of whatever push service each of them uses. */
export interface Push {
  /** The public key that browsers subscribe with, in base64url. */
  readonly key: string;
  /** What is wrong with an address, in words for a person, as far as it can be seen; undefined where pushes may be sent there. */
  whyNot(endpoint: string): string | undefined;
  /** Whatever happens out there is an outcome. @throws Error where the browser's key is none */
  send(target: PushTarget, text: string, options: PushOptions): Promise<PushOutcome>;
}

/** The push services of the browsers that there are: Chrome's and its kin's, Firefox's, Edge's, Safari's. */
export const PUSH_SERVICES = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "notify.windows.com",
  "push.apple.com",
] as const;
/** From the lookup of the name to the answer. */
const PATIENCE_MS = 5_000;
/** An origin that did not answer, and an endpoint that wants to be left alone for no given time, rest for so long. */
const REST_S = 20;
const REST_MAX_S = 3600;
/** What says that a connection broke, rather than that nobody is there. */
const BROKEN: readonly string[] = ["ECONNRESET", "EPIPE"];
/** Endpoints and origins that rest. Who rests longest is forgotten first when there are too many. */
const RESTING_MAX = 10_000;
/** What an answer says beside its status is not read. */
const ANSWER_BYTES_MAX = 16 * 1024;
/** All pushes are filled up to so many bytes, so that none tells by its length what it is. */
const LENGTH = 1024;
/** Connections to one push service, and how long one that is not used is kept. */
const AT_ONCE = 50;
const IDLE_MS = 10_000;

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Posts, and reads no more than the status. A redirect is an answer like any other: it is not followed. */
function post(url: URL, options: http.RequestOptions, body: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const sent = request(url, { method: "POST", ...options }, (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > ANSWER_BYTES_MAX) response.destroy();
      });
      // The answer is known; that its rest broke off is nothing.
      response.on("error", () => undefined);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function judge(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { is: "sent" };
  if (status === 404 || status === 410) return { is: "gone" };
  const why = `the push service answered ${status}`;
  return { is: status === 429 || status === 408 || status >= 500 ? "later" : "refused", why };
}

/** Seconds to wait, as a push service asks for: a number, or a date. */
function restOf(retryAfter: string | undefined, now: Date): number {
  const seconds = Number(retryAfter ?? REST_S);
  const asked = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? "") - now.getTime()) / 1000 : seconds;
  return Number.isNaN(asked) ? REST_S : Math.min(Math.max(asked, 1), REST_MAX_S);
}

interface WebPushOptions {
  readonly tokens: VapidSigner;
  /** Hosts that pushes are sent to, each with those below it; `*` is any on the internet. */
  readonly services?: readonly string[];
  readonly now: () => Date;
  /** The origin of a push service for tests, which may be here, such as `http://127.0.0.1:40123`. */
  readonly standIn?: string | undefined;
  /** In a test: how names are looked up, and how long an answer is waited for. */
  readonly resolve?: Resolve;
  readonly patienceMs?: number;
}

/** Web push: encrypted for the browser (RFC 8291), signed for the push service (RFC 8292), and kept from inner addresses. */
export function createWebPush({ tokens, services = PUSH_SERVICES, now, ...options }: WebPushOptions): Push {
  const { standIn, resolve, patienceMs = PATIENCE_MS } = options;
  const pooled = { keepAlive: true, maxSockets: AT_ONCE, timeout: IDLE_MS };
  const outward = new https.Agent({ ...pooled, lookup: createPublicOnlyLookup(resolve) });
  const inward = new http.Agent(pooled);
  /** Until when endpoints and origins are left alone, in milliseconds. */
  const resting = new Map<string, number>();
  const isStandIn = (url: URL) => standIn !== undefined && url.origin === standIn;

  const isKnown = ({ hostname }: URL) =>
    services.some((service) => service === "*" || hostname === service || hostname.endsWith(`.${service}`));

  function whyNot(endpoint: string): string | undefined {
    if (URL.canParse(endpoint) && isStandIn(new URL(endpoint))) return undefined;
    const wrong = findUrlProblem(endpoint);
    if (wrong) return wrong;
    return isKnown(new URL(endpoint)) ? undefined : "Spotter does not know your browser's push service.";
  }

  function rest(what: string, seconds: number): void {
    resting.delete(what);
    const [oldest] = resting.keys();
    if (oldest !== undefined && resting.size >= RESTING_MAX) resting.delete(oldest);
    resting.set(what, now().getTime() + seconds * 1000);
  }

  function isResting(what: string): boolean {
    if ((resting.get(what) ?? 0) > now().getTime()) return true;
    resting.delete(what);
    return false;
  }

  return {
    key: tokens.key,
    whyNot,
    async send({ endpoint, ...keys }, text, { ttl, topic, urgency }) {
      const wrong = whyNot(endpoint);
      if (wrong) return { is: "refused", why: wrong };
      if (isResting(endpoint)) return { is: "later", why: "the push service asked to wait" };
      const url = new URL(endpoint);
      // One that is down would keep the others' pushes waiting for as long as each of its own is waited for.
      if (isResting(url.origin)) return { is: "later", why: "the push service did not answer a moment ago" };
      const body = encryptPush(Buffer.from(text), keys, LENGTH);
      const headers = {
        authorization: tokens.authorization(url.origin),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "content-length": body.length,
        ttl,
        topic,
        urgency,
      };
      const agent = isStandIn(url) ? inward : outward;
      try {
        const signal = AbortSignal.timeout(patienceMs);
        const { status, retryAfter } = await post(url, { agent, headers, signal }, body);
        const outcome = judge(status);
        if (outcome.is === "later") rest(endpoint, restOf(retryAfter, now()));
        return outcome;
      } catch (error) {
        if (error instanceof PrivateAddressError) return { is: "refused", why: error.message };
        const { code = "" } = error as NodeJS.ErrnoException;
        // A connection that breaks is one of many; a service may also close one just as it is used again.
        rest(BROKEN.includes(code) ? endpoint : url.origin, REST_S);
        // Its message may name the address.
        return { is: "later", why: `the push service was not reached: ${code}` };
      }
    },
  };
}
