import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { lineTicket } from "#contract/accounts/line.ts";
import { LINE_TICKET_HEADER } from "#contract/accounts/line-ticket.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { HALF_THE_CORES } from "#server/platform/lib/half-the-cores.ts";
import { createFairLimiter } from "#server/platform/lib/limiter.ts";
import { networkKey, widestRange } from "#server/platform/lib/networks.ts";

/** As many hash a password as may at once, and others wait for the database meanwhile. */
const AT_ONCE = 2 * HALF_THE_CORES + 2;
/** Milliseconds. Proxies wait for a minute. */
const WAITING_MS_MAX = 45_000;
/** About as many logins as two cores do in that time. Each one holds a connection. */
const WAITING_MAX = 3000;
/** Until those who are refused may come again. */
const RETRY_SECONDS = 15;
/** Milliseconds between two looks at a place, by how far it is from the front, so that a long line costs little. */
const LOOK_AGAIN_MS = { min: 1000, max: 5000, perPlace: 20 };

/** Who waits. */
export interface Turn {
  readonly network: string;
  /** By which the client may ask for its place. */
  readonly ticket: string | undefined;
  readonly socket: Pick<Socket, "destroyed" | "once" | "off">;
}

export function turnOf({ ip, raw, headers }: Pick<FastifyRequest, "ip" | "raw" | "headers">): Turn {
  const ticket = lineTicket.safeParse(headers[LINE_TICKET_HEADER]);
  return { network: networkKey(ip), ticket: ticket.data, socket: raw.socket };
}

/** One in each process. */
function createLine() {
  const limit = createFairLimiter(AT_ONCE, {
    perKey: AT_ONCE,
    waiting: { max: WAITING_MAX, maxMs: WAITING_MS_MAX, createError: () => AppError.busy(RETRY_SECONDS) },
  });
  const placesByTicket = new Map<string, () => number>();

  return {
    async wait<T>({ network, ticket, socket }: Turn, work: () => Promise<T>): Promise<T> {
      const gone = new AbortController();
      // Nobody reads the answer any more.
      const leave = (): void => gone.abort(AppError.busy(RETRY_SECONDS));
      if (socket.destroyed) leave();
      socket.once("close", leave);
      let findOwnPlace: (() => number) | undefined;
      const onWait = (findPlace: () => number): void => {
        findOwnPlace = findPlace;
        if (ticket !== undefined) placesByTicket.set(ticket, findPlace);
      };
      try {
        return await limit([widestRange(network).key, network], work, { signal: gone.signal, onWait });
      } finally {
        socket.off("close", leave);
        // A client may have used it for another request, too.
        if (ticket !== undefined && placesByTicket.get(ticket) === findOwnPlace) placesByTicket.delete(ticket);
      }
    },
    findPlace: (ticket: string): number => placesByTicket.get(ticket)?.() ?? 0,
  };
}

const lineOf = (ctx: Context) => ctx.singleton(createLine);

/**
 * Queues expensive work, such as hashing a password, fairly by network.
 * @throws AppError server_busy if it has waited for too long, or too many wait, for the network with the most
 */
export const waitInLine = <T>(ctx: Context, turn: Turn, work: () => Promise<T>): Promise<T> =>
  lineOf(ctx).wait(turn, work);

/**
 * Queues requests of visitors, such as a login, before they reach the database, so that a flood does not keep members'
 * requests from the database and the processor.
 * @throws AppError as `waitInLine`
 */
export const inTurn = <T>(
  ctx: Context,
  request: Pick<FastifyRequest, "ip" | "raw" | "headers">,
  work: (visitors: Context) => Promise<T>,
): Promise<T> => waitInLine(ctx, turnOf(request), () => work(ctx.visitors));

/** `place` is null if no request waits with this ticket, in this process. */
export function findPlaceInLine(ctx: Context, ticket: string): { place: number | null; lookAgainMs: number } {
  const place = lineOf(ctx).findPlace(ticket);
  const { min, max, perPlace } = LOOK_AGAIN_MS;
  return { place: place === 0 ? null : place, lookAgainMs: Math.min(max, Math.max(min, place * perPlace)) };
}
