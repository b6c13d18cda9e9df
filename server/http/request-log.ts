import type { FastifyInstance } from "fastify";

/**
 * One line a request, when it is answered. The route's pattern stands for the path, so that no id, token or address of
 * a picture is written down; nothing of headers, bodies or queries is.
 */
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
