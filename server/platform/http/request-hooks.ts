import type { FastifyInstance, FastifyRequest } from "fastify";
import { HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { untrustedProxyRequests } from "#server/platform/observability/metrics.ts";

/** One line per response. Logs the route's pattern instead of the path, which may hold ids, tokens or signed URLs. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
}

/** Under load a client may have given up before its request comes to its turn. It sends another one. */
export function dropAbandonedRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.raw.socket.destroyed) reply.hijack();
  });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Closes the connection if the body is still incomplete then. Uploads clear it and have their own limits. */
    deadline: NodeJS.Timeout | undefined;
  }
}

const BODY_MS_MAX = 5 * MINUTE_MS;

export function registerRequestTimeout(app: FastifyInstance, bodyMs = BODY_MS_MAX): void {
  app.decorateRequest("deadline", undefined);
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
    const deadline = setTimeout(() => raw.destroy(), bodyMs);
    request.deadline = deadline;
    raw.once("close", () => clearTimeout(deadline));
  });
}

/**
 * While the process is draining, each response closes its connection: a proxy that keeps connections open opens the next
 * one to another process, and none is left when this one stops listening.
 */
export function closeConnectionsWhenDraining(app: FastifyInstance, { draining }: Pick<Context, "draining">): void {
  app.addHook("onSend", async (request, reply) => {
    if (draining.now && request.raw.httpVersionMajor === 1) reply.header("connection", "close");
  });
}

const WARN_EVERY_MS = HOUR_MS;

/**
 * Counts requests that come through a proxy which `TRUST_PROXY` does not name, and warns once an hour: all members share
 * the limits of that proxy's address then.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, ctx: Context): void {
  let warnedAt: number | undefined;
  app.addHook("onRequest", async (request) => {
    if (request.headers["x-forwarded-for"] === undefined) return;
    // The address of the peer, then those that a trusted one forwards.
    if (request.ips !== undefined && request.ips.length > 1) return;
    untrustedProxyRequests.inc();
    const now = ctx.now().getTime();
    if (warnedAt !== undefined && now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    ctx.log.warn(
      { trustProxy: ctx.config.trustProxy },
      "X-Forwarded-For is ignored: TRUST_PROXY does not name its sender, so all members share the proxy's rate limits",
    );
  });
}

const NUL = "\u0000";

/** Rejects strings that PostgreSQL cannot store: NUL and lone surrogates. In UTF-8 both only occur as `\u` escapes. */
function parseStorableJson(text: string): unknown {
  if (!text.includes("\\u")) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === "string" && (value.includes(NUL) || !value.isWellFormed())) throw new AppError("malformed");
    return value;
  });
}

export function registerJsonBodyParser(app: FastifyInstance): void {
  const parse = (text: string): unknown => {
    if (text.trim() === "") return {};
    try {
      return parseStorableJson(text);
    } catch {
      // Also a RangeError for deeply nested input.
      throw new AppError("malformed");
    }
  };
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, async (_: FastifyRequest, body: string) =>
    parse(body),
  );
  // Other content types are only accepted without a body.
  app.addContentTypeParser("*", { parseAs: "string" }, async (_: FastifyRequest, body: string) => {
    if (body === "") return {};
    throw new AppError("unsupported_type");
  });
  app.addHook("preValidation", async (request) => {
    if (request.body === undefined || request.body === null) request.body = {};
  });
}
