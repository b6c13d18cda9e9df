import rateLimit, { type FastifyRateLimitStore, type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  changePassword,
  forgotPassword,
  register,
  resetPassword,
  sendVerification,
} from "#contract/accounts/accounts.ts";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { reauthenticate, renewRecoveryCodes } from "#contract/accounts/factors.ts";
import { getPlaceInLine } from "#contract/accounts/line.ts";
import {
  cancelSubscription,
  confirmCheckout,
  createCheckout,
  createSubscription,
  resumeSubscription,
} from "#contract/billing/payments.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { deleteAccount, openExportLink, requestDataExport } from "#contract/member-data/member-data.ts";
import { cancelMembership, sendAppeal } from "#contract/moderation/appeals.ts";
import { registerPushSubscription } from "#contract/notifications/notifications.ts";
import { sendContactMessage, subscribeNewsletter, writeBack } from "#contract/site/site.ts";
import { AppError } from "#server/errors.ts";
import type { SharedCounters } from "#server/platform/adapters/shared-counters.ts";
import { networkKey, widestRange } from "#server/platform/lib/networks.ts";
import { createWindowCache } from "#server/platform/lib/window-cache.ts";

/**
 * Requests per minute, of all processes together with Redis, else per process. A network is an IPv4 address or an IPv6
 * /64, and may be a campus or a carrier's NAT with hundreds of members. So limits by network only stop floods, and limits
 * by member restrain a single person.
 */
const NETWORK_A_MINUTE = 6_000;
/** One customer may have an IPv6 /48. An IPv4 /24 may be thousands of customers of a carrier. */
const SITE_A_MINUTE = 18_000;
const MEMBER_A_MINUTE = 600;
/** Unauthenticated requests of a network. */
const ANONYMOUS_A_MINUTE = 600;
/** Per route that hashes a password, sends an email or calls the payment provider. */
const COSTLY_ANONYMOUS_A_MINUTE = 60;
const COSTLY_MEMBER_A_MINUTE = 20;
/** A person of the staff loads a case with its pictures every few seconds. */
const STAFF_A_MINUTE = 600;
/** Requests of a network to the console without a session. */
const STAFF_ANONYMOUS_A_MINUTE = 30;
/** A page of Browse has up to 600 cards with lazily loaded photos. */
const PHOTO_VIEWER_A_MINUTE = 1_200;
const PHOTO_NETWORK_A_MINUTE = 12_000;
/** Stripe sends a few events per payment from few addresses. */
const WEBHOOK_A_MINUTE = 600;
const ONE_CLICK_A_MINUTE = 60;

/** Counters per limit, about 200 bytes each; an LRU cache. */
const COUNTERS_MAX = 50_000;
const WINDOW_SECONDS = 60;
/** A process tells Redis of so many uses at once, as a part of the limit. Most members never reach it within a minute. */
const SHARED_STEP = 1 / 100;

/** Counts in this process. The plugin's own store refuses for as long as the clock of the machine was set back. */
class MonotonicStore implements FastifyRateLimitStore {
  readonly #counterOf = createWindowCache(COUNTERS_MAX, () => ({ current: 0 }));

  incr(...[key, callback, timeWindow]: Parameters<FastifyRateLimitStore["incr"]>): void {
    const counter = this.#counterOf(key, timeWindow);
    counter.current++;
    callback(null, { current: counter.current, ttl: counter.endsAt - performance.now() });
  }

  child(): FastifyRateLimitStore {
    return new MonotonicStore();
  }
}

/**
 * By pattern, because a URL can be spelled in many ways. Login is not among them: a single phone could lock out its
 * whole network. `login-throttle.ts` limits logins.
 */
const COSTLY = new Set<string>(
  (
    [
      register,
      forgotPassword,
      resetPassword,
      changePassword,
      changeEmail,
      reauthenticate,
      renewRecoveryCodes,
      deleteAccount,
      requestDataExport,
      openExportLink,
      sendVerification,
      createCheckout,
      createSubscription,
      cancelSubscription,
      resumeSubscription,
      confirmCheckout,
      sendContactMessage,
      writeBack,
      cancelMembership,
      sendAppeal,
      subscribeNewsletter,
      registerPushSubscription,
    ] satisfies Endpoint[]
  ).map(({ path }) => path),
);

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "none";
const networkOf = (request: FastifyRequest): string => networkKey(request.ip);

export type RateCheck = (request: FastifyRequest) => Promise<void>;

export interface RateChecks {
  /** Before authentication: by network, and by IPv6 /48. */
  readonly network: RateCheck;
  /** After authentication: by member, or by network if unauthenticated; costly routes are counted separately. */
  readonly caller: RateCheck;
  /** The console, after authentication: by person, or by network without a session. */
  readonly staff: RateCheck;
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
  staff: allow,
  photoNetwork: allow,
  photoViewer: allow,
  webhook: allow,
  oneClick: allow,
};

const viewerOf = ({ query }: FastifyRequest): string => String((query as { viewer?: unknown }).viewer);

/**
 * @param enabled the setting `RATE_LIMITS`
 * @param shared counters of all processes; while they do not work, this process counts in its memory
 */
export async function createRateChecks(
  app: FastifyInstance,
  enabled: boolean,
  shared?: SharedCounters,
): Promise<RateChecks> {
  if (!enabled) return UNLIMITED;
  await app.register(rateLimit, { global: false, store: MonotonicStore });
  const limit = (name: string, max: number, keyGenerator: (request: FastifyRequest) => string): RateCheck => {
    const timeWindow = WINDOW_SECONDS * 1000;
    const options: RateLimitOptions = { max, timeWindow, keyGenerator };
    const countHere = app.createRateLimit(options);
    const step = Math.max(1, Math.floor(max * SHARED_STEP));
    return async (request) => {
      const state = await shared?.count(name, keyGenerator(request), WINDOW_SECONDS, step);
      if (state) {
        if (state.count > max) throw AppError.wait(state.resetSeconds);
        return;
      }
      const here = await countHere(request);
      if (!here.isAllowed && here.isExceeded) throw AppError.wait(here.ttlInSeconds);
    };
  };
  const network = limit("network", NETWORK_A_MINUTE, networkOf);
  const site = limit("site", SITE_A_MINUTE, (request) => widestRange(networkOf(request)).key);
  const callerOf = ({ caller }: FastifyRequest): string => caller?.id ?? "";
  const member = limit("member", MEMBER_A_MINUTE, callerOf);
  const anonymous = limit("anonymous", ANONYMOUS_A_MINUTE, networkOf);
  const costlyMember = limit(
    "costly by member",
    COSTLY_MEMBER_A_MINUTE,
    (request) => `${callerOf(request)} ${routeOf(request)}`,
  );
  const costlyAnonymous = limit(
    "costly by network",
    COSTLY_ANONYMOUS_A_MINUTE,
    (request) => `${networkOf(request)} ${routeOf(request)}`,
  );
  const staff = limit("staff", STAFF_A_MINUTE, (request) => request.staff?.staffId ?? "");
  const staffAnonymous = limit("staff by network", STAFF_ANONYMOUS_A_MINUTE, networkOf);
  return {
    staff: (request) => (request.staff ? staff : staffAnonymous)(request),
    async network(request) {
      await network(request);
      if (networkOf(request).includes(":")) await site(request);
    },
    async caller(request) {
      // It reads the memory only, and those who wait behind one NAT must not use up what they wait for.
      if (routeOf(request) === getPlaceInLine.path) return;
      const isMember = request.caller !== null;
      await (isMember ? member : anonymous)(request);
      if (COSTLY.has(routeOf(request))) await (isMember ? costlyMember : costlyAnonymous)(request);
    },
    photoNetwork: limit("photos by network", PHOTO_NETWORK_A_MINUTE, networkOf),
    photoViewer: limit("photos by viewer", PHOTO_VIEWER_A_MINUTE, viewerOf),
    webhook: limit("webhook", WEBHOOK_A_MINUTE, networkOf),
    oneClick: limit("one click", ONE_CLICK_A_MINUTE, networkOf),
  };
}
