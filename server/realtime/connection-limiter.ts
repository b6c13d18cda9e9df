import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { SharedCounters } from "#server/adapters/shared-counters.ts";
import { networkKey } from "#server/http/rate-limit.ts";

/** New connections per address and minute. An office behind one address reconnects all at once. */
const HANDSHAKES_A_MINUTE = 600;
/** Connections per address that have not authenticated yet. */
const UNAUTHENTICATED_MAX = 100;
const MINUTE_MS = 60_000;

/** Limits socket connections per address: attempts at all processes with Redis, connections of this process. */
export interface ConnectionLimiter {
  /** Counts an attempt to connect. @returns whether it is within the limit */
  tryConnect(request: IncomingMessage): boolean | Promise<boolean>;
  /** Counts an unauthenticated connection. @returns releases it once it is authenticated or closed; may be called again */
  trackUnauthenticated(request: IncomingMessage): () => void;
}

/** For tests and load generation. */
export const noConnectionLimit: ConnectionLimiter = {
  tryConnect: () => true,
  trackUnauthenticated: () => () => undefined,
};

/**
 * @param trusted the proxies whose `X-Forwarded-For` counts, as in `TRUST_PROXY`
 * @param shared counters of all processes
 */
export function createConnectionLimiter(trusted: string | false, shared?: SharedCounters): ConnectionLimiter {
  const trust = trusted === false ? () => false : proxyAddr.compile(trusted.split(",").map((part) => part.trim()));
  const addressOf = (request: IncomingMessage) => networkKey(proxyAddr(request, trust) ?? "");
  const unauthenticated = new Map<string, number>();
  let attempts = new Map<string, number>();
  let minute = 0;
  const countHere = (address: string): number => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) [minute, attempts] = [now, new Map()];
    const count = (attempts.get(address) ?? 0) + 1;
    attempts.set(address, count);
    return count;
  };
  const isWithin = (address: string, count: number): boolean =>
    count <= HANDSHAKES_A_MINUTE && (unauthenticated.get(address) ?? 0) < UNAUTHENTICATED_MAX;
  return {
    tryConnect(request) {
      const address = addressOf(request);
      if (!shared?.isWorking()) return isWithin(address, countHere(address));
      return shared
        .count("handshake", address, MINUTE_MS / 1000)
        .then((state) => isWithin(address, state?.count ?? countHere(address)));
    },
    trackUnauthenticated(request) {
      const address = addressOf(request);
      unauthenticated.set(address, (unauthenticated.get(address) ?? 0) + 1);
      let isTracked = true;
      return () => {
        if (!isTracked) return;
        isTracked = false;
        const left = (unauthenticated.get(address) ?? 1) - 1;
        if (left > 0) unauthenticated.set(address, left);
        else unauthenticated.delete(address);
      };
    },
  };
}
