import http from "node:http";
import https from "node:https";
import { HOUR_S } from "#contract/durations.ts";
import { encryptPush, type PushKeys } from "#server/platform/adapters/push-encryption.ts";
import {
  createPublicOnlyLookup,
  findUrlProblem,
  PrivateAddressError,
  type Resolve,
} from "#server/platform/adapters/ssrf-guard.ts";
import type { VapidSigner } from "#server/platform/adapters/vapid.ts";

export interface PushTarget extends PushKeys {
  /** The URL at the push service. Clients choose it, so it may lead anywhere. */
  readonly endpoint: string;
}

export interface PushOptions {
  /** Seconds for which the push service keeps it for an offline device. */
  readonly ttl: number;
  /** Push services keep only the latest push of a topic. Up to 32 characters of base64url. */
  readonly topic: string;
  readonly urgency: "low" | "normal" | "high";
}

/**
 * The result of a push: accepted; the browser's subscription has expired; rejected permanently; or retry later. `why`
 * is for the log and contains no URL.
 */
export type PushOutcome = { readonly is: "sent" | "gone" } | { readonly is: "refused" | "later"; readonly why: string };

export interface Push {
  /** Base64url. */
  readonly key: string;
  /**
   * The problem with an endpoint, as a sentence, as far as it can be checked without a look-up; undefined if there is
   * none.
   */
  findEndpointProblem(endpoint: string): string | undefined;
  /** Returns an outcome for every failure of the push service. @throws Error for an invalid browser key */
  send(target: PushTarget, text: string, options: PushOptions): Promise<PushOutcome>;
}

/** The push services of known browsers: Chrome and its derivatives, Firefox, Edge, Safari. */
export const PUSH_SERVICES = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "notify.windows.com",
  "push.apple.com",
] as const;
/** Milliseconds from the name look-up to the response. */
const TIMEOUT_MS = 5_000;
/** Seconds for which an unresponsive origin, or an endpoint that asks to wait without a time, is paused. */
const PAUSE_S = 20;
const PAUSE_MAX_S = HOUR_S;
/** Error codes of a broken connection, as opposed to an unreachable host. */
const BROKEN: readonly string[] = ["ECONNRESET", "EPIPE"];
/** The maximum number of paused endpoints and origins; the oldest is dropped first. */
const PAUSED_MAX = 10_000;
/** The response body is not used beyond this. */
const ANSWER_BYTES_MAX = 16 * 1024;
/** All pushes are padded to this length, so that the length reveals nothing. */
const LENGTH = 1024;
/** The maximum number of connections per push service, and the lifetime of an idle one. */
const CONNECTIONS_MAX = 50;
const IDLE_MS = 10_000;

interface PushResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Sends a POST and reads the status only. Redirects are not followed. */
function post(url: URL, options: http.RequestOptions, body: Buffer): Promise<PushResponse> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const sent = request(url, { method: "POST", ...options }, (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > ANSWER_BYTES_MAX) response.destroy();
      });
      // The status is known, so an error in the rest of the body does not matter.
      response.on("error", () => undefined);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { is: "sent" };
  if (status === 404 || status === 410) return { is: "gone" };
  const why = `the push service answered ${status}`;
  return { is: status === 429 || status === 408 || status >= 500 ? "later" : "refused", why };
}

/** The seconds of a `Retry-After` header: a number, or a date. */
function pauseSeconds(retryAfter: string | undefined, now: Date): number {
  const seconds = Number(retryAfter ?? PAUSE_S);
  const asked = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? "") - now.getTime()) / 1000 : seconds;
  return Number.isNaN(asked) ? PAUSE_S : Math.min(Math.max(asked, 1), PAUSE_MAX_S);
}

interface WebPushOptions {
  readonly tokens: VapidSigner;
  /** Hosts that pushes are sent to, with their subdomains; `*` allows any public host. */
  readonly services?: readonly string[];
  readonly now: () => Date;
  /** The origin of a test push service, which may be local, such as `http://127.0.0.1:40123`. */
  readonly standIn?: string | undefined;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/** Web push: encrypted for the browser (RFC 8291), signed for the push service (RFC 8292), with an SSRF guard. */
export function createWebPush({ tokens, services = PUSH_SERVICES, now, ...options }: WebPushOptions): Push {
  const { standIn, resolve, timeoutMs = TIMEOUT_MS } = options;
  const pooled = { keepAlive: true, maxSockets: CONNECTIONS_MAX, timeout: IDLE_MS };
  const outward = new https.Agent({ ...pooled, lookup: createPublicOnlyLookup(resolve) });
  const inward = new http.Agent(pooled);
  /** When the pauses of endpoints and origins end, in milliseconds. */
  const paused = new Map<string, number>();
  const isStandIn = (url: URL) => standIn !== undefined && url.origin === standIn;

  const isKnown = ({ hostname }: URL) =>
    services.some((service) => service === "*" || hostname === service || hostname.endsWith(`.${service}`));

  function findEndpointProblem(endpoint: string): string | undefined {
    if (URL.canParse(endpoint) && isStandIn(new URL(endpoint))) return undefined;
    const wrong = findUrlProblem(endpoint);
    if (wrong) return wrong;
    return isKnown(new URL(endpoint)) ? undefined : "Spotter does not know your browser's push service.";
  }

  function pause(key: string, seconds: number): void {
    paused.delete(key);
    const [oldest] = paused.keys();
    if (oldest !== undefined && paused.size >= PAUSED_MAX) paused.delete(oldest);
    paused.set(key, now().getTime() + seconds * 1000);
  }

  function isPaused(key: string): boolean {
    if ((paused.get(key) ?? 0) > now().getTime()) return true;
    paused.delete(key);
    return false;
  }

  return {
    key: tokens.key,
    findEndpointProblem,
    async send({ endpoint, ...keys }, text, { ttl, topic, urgency }) {
      const wrong = findEndpointProblem(endpoint);
      if (wrong) return { is: "refused", why: wrong };
      if (isPaused(endpoint)) return { is: "later", why: "the push service asked to wait" };
      const url = new URL(endpoint);
      // An unresponsive service must not delay the pushes of others.
      if (isPaused(url.origin)) return { is: "later", why: "the push service did not answer a moment ago" };
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
        const signal = AbortSignal.timeout(timeoutMs);
        const { status, retryAfter } = await post(url, { agent, headers, signal }, body);
        const outcome = outcomeOf(status);
        if (outcome.is === "later") pause(endpoint, pauseSeconds(retryAfter, now()));
        return outcome;
      } catch (error) {
        if (error instanceof PrivateAddressError) return { is: "refused", why: error.message };
        const { code = "" } = error as NodeJS.ErrnoException;
        // One broken connection says little about the service, which may close an idle one just as it is reused.
        pause(BROKEN.includes(code) ? endpoint : url.origin, PAUSE_S);
        // The error's message may contain the URL.
        return { is: "later", why: `the push service was not reached: ${code}` };
      }
    },
  };
}
