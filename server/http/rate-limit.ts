import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { deleteAccount, requestDataExport } from "#contract/account.ts";
import { changePassword, forgotPassword, register, resetPassword, sendVerification } from "#contract/accounts.ts";
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
 * Requests a minute, counted per process. A network is one IPv4 address or one IPv6 /64, and may be a gym, a campus or a
 * mobile carrier with hundreds of members behind one address. So what a network may do is a ceiling against floods, and what
 * holds back one person is counted by member.
 */
const NETWORK_A_MINUTE = 6_000;
/** One customer of a provider may have a whole /48 of IPv6 networks. */
const SITE_A_MINUTE = 18_000;
const MEMBER_A_MINUTE = 600;
/** Requests of one network that no valid token comes with. */
const STRANGER_A_MINUTE = 600;
/** Of one route that hashes a password, sends a mail or asks the payment provider. */
const COSTLY_STRANGER_A_MINUTE = 60;
const COSTLY_MEMBER_A_MINUTE = 20;
/** A page of Browse shows up to 600 cards, whose photos a browser fetches as they come near. */
const PHOTO_VIEWER_A_MINUTE = 1_200;
const PHOTO_NETWORK_A_MINUTE = 12_000;
/** Stripe sends a few events for each payment, from few addresses. */
const WEBHOOK_A_MINUTE = 600;
/** Mail programs that unsubscribe with one click. */
const ONE_CLICK_A_MINUTE = 60;

/** Counters of one limit; the least recently used are dropped. One takes about 200 bytes. */
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

/** The network an address is in: the IPv4 address itself, or the /64 of an IPv6 address, which one household or phone has. */
export const addressKey = (ip: string): string => ipv6Groups(ip)?.slice(0, 4).join(":") ?? ip.replace(/^::ffff:/i, "");

/** The /48 of an IPv6 address; undefined for IPv4. */
export const siteKey = (ip: string): string | undefined => ipv6Groups(ip)?.slice(0, 3).join(":");

/**
 * The routes that cost more than a query, by their pattern: an address can be spelled in many ways. The login is none of
 * them: one phone could keep its whole network from logging in. `login-throttle.ts` limits what a login costs.
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
      subscribeNewsletter,
      registerPushSubscription,
    ] satisfies Endpoint[]
  ).map(({ path }) => path),
);

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "none";
const networkOf = (request: FastifyRequest): string => addressKey(request.ip);

/** Counts a request and refuses it where it is one too many. @throws AppError rate_limited, with the seconds to wait */
export type RateCheck = (request: FastifyRequest) => Promise<void>;

/** The checks of requests a minute. Each counts in memory, for this process. */
export interface RateChecks {
  /** Before a request is read: by network, and by the site of an IPv6 network. */
  readonly network: RateCheck;
  /** Once it is known whose the request is: by member, or by network for strangers; costly routes each for themselves. */
  readonly caller: RateCheck;
  /** For pictures: by network before anything is looked up. */
  readonly photoNetwork: RateCheck;
  /** For pictures, once the address's signature is checked: by the viewer whom it names. */
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

/** Makes the checks. @param enabled `RATE_LIMITS`; where it is off nothing is counted */
export async function makeRateChecks(app: FastifyInstance, enabled: boolean): Promise<RateChecks> {
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
  const [member, stranger] = [limit(MEMBER_A_MINUTE, callerOf), limit(STRANGER_A_MINUTE, networkOf)];
  const costlyMember = limit(COSTLY_MEMBER_A_MINUTE, (request) => `${callerOf(request)} ${routeOf(request)}`);
  const costlyStranger = limit(COSTLY_STRANGER_A_MINUTE, (request) => `${networkOf(request)} ${routeOf(request)}`);
  return {
    async network(request) {
      await network(request);
      if (siteKey(request.ip)) await site(request);
    },
    async caller(request) {
      const isMember = request.caller !== null;
      await (isMember ? member : stranger)(request);
      if (COSTLY.has(routeOf(request))) await (isMember ? costlyMember : costlyStranger)(request);
    },
    photoNetwork: limit(PHOTO_NETWORK_A_MINUTE, networkOf),
    photoViewer: limit(PHOTO_VIEWER_A_MINUTE, viewerOf),
    webhook: limit(WEBHOOK_A_MINUTE, networkOf),
    oneClick: limit(ONE_CLICK_A_MINUTE, networkOf),
  };
}
