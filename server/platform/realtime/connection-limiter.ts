import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { MINUTE_MS, MINUTE_S } from "#contract/durations.ts";
import type { SharedCounters } from "#server/platform/adapters/shared-counters.ts";
import { type NetworkRange, networkKey, widestRange } from "#server/platform/lib/networks.ts";

/** New connections per network and minute. An office behind one address reconnects all at once. */
const HANDSHAKES_A_MINUTE = 600;
/** Connections per network that have not authenticated yet. */
const UNAUTHENTICATED_MAX = 100;

/** Per network, and a multiple per IPv6 /48: attempts at all processes with Redis, connections of this process. */
export interface ConnectionLimiter {
  /** @returns false above the limit */
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
  const rangesOf = (request: IncomingMessage): readonly NetworkRange[] => {
    const network = networkKey(proxyAddr(request, trust) ?? "");
    return network.includes(":") ? [{ key: network, times: 1 }, widestRange(network)] : [{ key: network, times: 1 }];
  };
  const unauthenticated = new Map<string, number>();
  let attempts = new Map<string, number>();
  let minute = 0;
  const countHere = (key: string): number => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) [minute, attempts] = [now, new Map()];
    const count = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, count);
    return count;
  };
  const isWithin = ({ key, times }: NetworkRange, count: number): boolean =>
    count <= HANDSHAKES_A_MINUTE * times && (unauthenticated.get(key) ?? 0) < UNAUTHENTICATED_MAX * times;
  return {
    tryConnect(request) {
      const ranges = rangesOf(request);
      if (!shared?.isWorking()) return ranges.map((range) => isWithin(range, countHere(range.key))).every(Boolean);
      const counted = ranges.map(async (range) => {
        const state = await shared.count("handshake", range.key, MINUTE_S);
        return isWithin(range, state?.count ?? countHere(range.key));
      });
      return Promise.all(counted).then((each) => each.every(Boolean));
    },
    trackUnauthenticated(request) {
      const keys = rangesOf(request).map(({ key }) => key);
      for (const key of keys) unauthenticated.set(key, (unauthenticated.get(key) ?? 0) + 1);
      let isTracked = true;
      return () => {
        if (!isTracked) return;
        isTracked = false;
        for (const key of keys) {
          const left = (unauthenticated.get(key) ?? 1) - 1;
          if (left > 0) unauthenticated.set(key, left);
          else unauthenticated.delete(key);
        }
      };
    },
  };
}
