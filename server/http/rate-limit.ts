import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { deleteAccount, requestDataExport } from "#contract/account.ts";
import { changePassword, forgotPassword, register, resetPassword, sendVerification } from "#contract/accounts.ts";
import { sendAppeal } from "#contract/appeals.ts";
import { changeEmail } from "#contract/email-change.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { registerPushSubscription } from "#contract/notifications.ts";
import {
  cancelSubscription,
  confirmCheckout,
  createCheckout,
  createSubscription,
  resumeSubscription,
} from "#contract/payments.ts";
import { sendContactMessage, subscribeNewsletter } from "#contract/support.ts";
import { AppError } from "#server/errors.ts";

/**
 * Requests per minute and process. A network is an IPv4 address or an IPv6 /64, and may be a campus or a carrier's NAT
 * with hundreds of members. So limits by network only stop floods, and limits by member restrain a single person.
 */
const NETWORK_A_MINUTE = 6_000;
/** One customer may have an IPv6 /48. */
const SITE_A_MINUTE = 18_000;
const MEMBER_A_MINUTE = 600;
/** Unauthenticated requests of a network. */
const ANONYMOUS_A_MINUTE = 600;
/** Per route that hashes a password, sends an email or calls the payment provider. */
const COSTLY_ANONYMOUS_A_MINUTE = 60;
const COSTLY_MEMBER_A_MINUTE = 20;
/** A page of Browse has up to 600 cards with lazily loaded photos. */
const PHOTO_VIEWER_A_MINUTE = 1_200;
const PHOTO_NETWORK_A_MINUTE = 12_000;
/** Stripe sends a few events per payment from few addresses. */
const WEBHOOK_A_MINUTE = 600;
const ONE_CLICK_A_MINUTE = 60;

/** Counters per limit, about 200 bytes each; an LRU cache. */
const COUNTERS_MAX = 50_000;

/** The groups of an IPv6 address in full, or undefined for IPv4 (also IPv4 mapped into IPv6). */
function ipv6Groups(ip: string): string[] | undefined {
  if (!ip.includes(":") || /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(ip)) return undefined;
  const [head = "", tail] = ip.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back];
}

/** The IPv4 address itself, or the /64 of an IPv6 address. */
export const networkKey = (ip: string): string => ipv6Groups(ip)?.slice(0, 4).join(":") ?? ip.replace(/^::ffff:/i, "");

/** The /48 of an IPv6 address; undefined for IPv4. */
export const siteKey = (ip: string): string | undefined => ipv6Groups(ip)?.slice(0, 3).join(":");

/**
 * Expensive routes, by pattern, because a URL can be spelled in many ways. Login is not one of them: a single phone
 * could
 * lock out its whole network. `login-throttle.ts` limits logins.
 */
const COSTLY = new Set<string>(
  (
    [
      register,
      forgotPassword,
      resetPassword,
      changePassword,
      changeEmail,
      deleteAccount,
      requestDataExport,
      sendVerification,
      createCheckout,
      createSubscription,
      cancelSubscription,
      resumeSubscription,
      confirmCheckout,
      sendContactMessage,
      sendAppeal,
      subscribeNewsletter,
      registerPushSubscription,
    ] satisfies Endpoint[]
  ).map(({ path }) => path),
);

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "none";
const networkOf = (request: FastifyRequest): string => networkKey(request.ip);

/** Counts a request. @throws AppError rate_limited, with the seconds to wait */
export type RateCheck = (request: FastifyRequest) => Promise<void>;

/** In-memory counters of this process. */
export interface RateChecks {
  /** Before authentication: by network, and by IPv6 /48. */
  readonly network: RateCheck;
  /** After authentication: by member, or by network if unauthenticated; costly routes are counted separately. */
  readonly caller: RateCheck;
  readonly photoNetwork: RateCheck;
  /** By the viewer in the signed URL, after its signature is verified. */
  readonly photoViewer: RateCheck;
  readonly webhook: RateCheck;
  readonly oneClick: RateCheck;
}

const allow: RateCheck = async () => undefined;
const UNLIMITED: RateChecks = {
  network: allow,
  caller: allow,
  photoNetwork: allow,
  photoViewer: allow,
  webhook: allow,
  oneClick: allow,
};

const viewerOf = ({ query }: FastifyRequest): string => String((query as { viewer?: unknown }).viewer);

/** @param enabled the setting `RATE_LIMITS` */
export async function createRateChecks(app: FastifyInstance, enabled: boolean): Promise<RateChecks> {
  if (!enabled) return UNLIMITED;
  await app.register(rateLimit, { global: false });
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string): RateCheck => {
    const options: RateLimitOptions = { max, timeWindow: "1 minute", cache: COUNTERS_MAX, keyGenerator };
    const count = app.createRateLimit(options);
    return async (request) => {
      const state = await count(request);
      if (!state.isAllowed && state.isExceeded) throw AppError.wait(state.ttlInSeconds);
    };
  };
  const [network, site] = [limit(NETWORK_A_MINUTE, networkOf), limit(SITE_A_MINUTE, ({ ip }) => siteKey(ip) ?? ip)];
  const callerOf = ({ caller }: FastifyRequest): string => caller?.id ?? "";
  const [member, anonymous] = [limit(MEMBER_A_MINUTE, callerOf), limit(ANONYMOUS_A_MINUTE, networkOf)];
  const costlyMember = limit(COSTLY_MEMBER_A_MINUTE, (request) => `${callerOf(request)} ${routeOf(request)}`);
  const costlyAnonymous = limit(COSTLY_ANONYMOUS_A_MINUTE, (request) => `${networkOf(request)} ${routeOf(request)}`);
  return {
    async network(request) {
      await network(request);
      if (siteKey(request.ip)) await site(request);
    },
    async caller(request) {
      const isMember = request.caller !== null;
      await (isMember ? member : anonymous)(request);
      if (COSTLY.has(routeOf(request))) await (isMember ? costlyMember : costlyAnonymous)(request);
    },
    photoNetwork: limit(PHOTO_NETWORK_A_MINUTE, networkOf),
    photoViewer: limit(PHOTO_VIEWER_A_MINUTE, viewerOf),
    webhook: limit(WEBHOOK_A_MINUTE, networkOf),
    oneClick: limit(ONE_CLICK_A_MINUTE, networkOf),
  };
}
