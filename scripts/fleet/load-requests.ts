import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const TIMEOUT_MS = 10_000;
/** As the app's outbox has them. */
const BACKOFF_MS_MIN = 1_000;
const BACKOFF_MS_MAX = 30_000;

export interface Reply {
  readonly status: number;
  /** Text, if it is not JSON, such as that of a load balancer. */
  readonly body: unknown;
}

export interface Requests {
  /** Rejects if there is no complete reply. */
  once(source: string, method: string, path: string, token: string, body?: object): Promise<Reply>;
  /** As the app does: after a failure, and after a 5xx or a 429. */
  untilDecided(source: string, method: string, path: string, token: string, body?: object): Promise<Reply>;
}

/** @param onFailure called for each attempt that has to be repeated: with a status, or the network's reason */
export function createRequests(host: string, port: number, onFailure: (reason: string) => void): Requests {
  const agent = new Agent({ keepAlive: true, keepAliveMsecs: 2_000, timeout: TIMEOUT_MS });

  const once: Requests["once"] = (source, method, path, token, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      };
      const options = { host, port, method, path, headers, agent, localAddress: source, timeout: TIMEOUT_MS };
      const sent = request(options, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.once("error", reject);
        response.once("close", () => {
          if (!response.complete) return reject(new Error("the reply was cut"));
          const isJson = response.headers["content-type"]?.startsWith("application/json");
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
        });
      });
      sent.once("timeout", () => sent.destroy(new Error("no reply in time")));
      sent.once("error", reject);
      sent.end(text);
    });

  return {
    once,
    async untilDecided(...parameters) {
      for (let failures = 0; ; failures++) {
        const reply = await once(...parameters).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
        if (typeof reply !== "string" && reply.status < 500 && reply.status !== 429) return reply;
        onFailure(typeof reply === "string" ? reply : String(reply.status));
        await pause(Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** failures));
      }
    },
  };
}
