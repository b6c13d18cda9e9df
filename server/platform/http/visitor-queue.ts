import type { FastifyRequest } from "fastify";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { createFairLimiter } from "#server/platform/lib/limiter.ts";
import { networkKey, widestRange } from "#server/platform/lib/networks.ts";

/** Two hash a password while two wait for the database. */
const AT_ONCE = 4;
/** About 40 seconds of logins on two cores, which is less than proxies wait. */
const WAITING_MAX = 1000;
/** Until those who are refused may come again. */
const RETRY_SECONDS = 15;

const createVisitorQueue = () =>
  createFairLimiter(AT_ONCE, {
    perKey: AT_ONCE,
    waiting: { max: WAITING_MAX, createError: () => AppError.busy(RETRY_SECONDS) },
  });

/**
 * Queues expensive work of visitors, such as a login, fairly by network, before it reaches the database, so that a
 * flood does not keep members' requests from the database and the processor.
 * @throws AppError server_busy, for the network with the most, if too many wait
 */
export function inTurn<T>(
  ctx: Context,
  { ip, raw }: Pick<FastifyRequest, "ip" | "raw">,
  work: (visitors: Context) => Promise<T>,
): Promise<T> {
  const network = networkKey(ip);
  return ctx.singleton(createVisitorQueue)([widestRange(network).key, network], async () => {
    // Nobody reads the answer any more.
    if (raw.socket.destroyed) throw AppError.busy(RETRY_SECONDS);
    return work(ctx.visitors);
  });
}
