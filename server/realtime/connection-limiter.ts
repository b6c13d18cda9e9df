import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { addressKey } from "#server/http/rate-limit.ts";

/** Connections that are begun from one address: a large household, or an office behind one address, comes back at once. */
const HANDSHAKES_A_MINUTE = 600;
/** Of those that have not said yet whose they are; each may take its time. */
const STRANGERS_MAX = 100;
const A_MINUTE_MS = 60_000;

/** Lets in so many connections of one address, and holds so many that nobody knows yet. Per process, as all limits by address. */
export interface Doorkeeper {
  /** Whether one more may begin. */
  mayBegin(request: IncomingMessage): boolean;
  /** Counts a connection that nobody knows yet. @returns to be called, once or more, when it is known or gone */
  hold(request: IncomingMessage): () => void;
}

/** Lets everybody in: for tests and load. */
export const openDoor: Doorkeeper = { mayBegin: () => true, hold: () => () => undefined };

/** @param trusted the proxies whose `X-Forwarded-For` counts, as in `TRUST_PROXY` */
export function makeDoorkeeper(trusted: string | false): Doorkeeper {
  const trust = trusted === false ? () => false : proxyAddr.compile(trusted.split(",").map((part) => part.trim()));
  const addressOf = (request: IncomingMessage) => addressKey(proxyAddr(request, trust) ?? "");
  const strangers = new Map<string, number>();
  let begun = new Map<string, number>();
  let minute = 0;
  return {
    mayBegin(request) {
      const now = Math.floor(Date.now() / A_MINUTE_MS);
      if (now !== minute) [minute, begun] = [now, new Map()];
      const address = addressOf(request);
      const count = (begun.get(address) ?? 0) + 1;
      begun.set(address, count);
      return count <= HANDSHAKES_A_MINUTE && (strangers.get(address) ?? 0) < STRANGERS_MAX;
    },
    hold(request) {
      const address = addressOf(request);
      strangers.set(address, (strangers.get(address) ?? 0) + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (strangers.get(address) ?? 1) - 1;
        if (left > 0) strangers.set(address, left);
        else strangers.delete(address);
      };
    },
  };
}
