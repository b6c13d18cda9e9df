import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { networkKey } from "#server/http/rate-limit.ts";

/** New connections per address and minute. An office behind one address reconnects all at once. */
const HANDSHAKES_A_MINUTE = 600;
/** Connections per address that have not authenticated yet. */
const UNAUTHENTICATED_MAX = 100;
const MINUTE_MS = 60_000;

/** Limits socket connections per address. Counts per process, as all limits by address do. */
export interface ConnectionLimiter {
  /** Counts an attempt to connect. @returns whether it is within the limit */
  tryConnect(request: IncomingMessage): boolean;
  /** Counts an unauthenticated connection. @returns releases it once it is authenticated or closed; may be called again */
  trackUnauthenticated(request: IncomingMessage): () => void;
}

/** For tests and load generation. */
export const noConnectionLimit: ConnectionLimiter = {
  tryConnect: () => true,
  trackUnauthenticated: () => () => undefined,
};

/** @param trusted the proxies whose `X-Forwarded-For` counts, as in `TRUST_PROXY` */
export function createConnectionLimiter(trusted: string | false): ConnectionLimiter {
  const trust = trusted === false ? () => false : proxyAddr.compile(trusted.split(",").map((part) => part.trim()));
  const addressOf = (request: IncomingMessage) => networkKey(proxyAddr(request, trust) ?? "");
  const unauthenticated = new Map<string, number>();
  let attempts = new Map<string, number>();
  let minute = 0;
  return {
    tryConnect(request) {
      const now = Math.floor(Date.now() / MINUTE_MS);
      if (now !== minute) [minute, attempts] = [now, new Map()];
      const address = addressOf(request);
      const count = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, count);
      return count <= HANDSHAKES_A_MINUTE && (unauthenticated.get(address) ?? 0) < UNAUTHENTICATED_MAX;
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
