import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Ends the request where its body is not there by then. An upload that is being read takes it away. */
    deadline: NodeJS.Timeout | undefined;
  }
}

const BODY_MS_MAX = 5 * 60_000;

/**
 * Closes the connection of a request whose body does not come to its end.
 * @param bodyMs how long it may take, unless it is an upload
 */
export function limitRequestTime(app: FastifyInstance, bodyMs = BODY_MS_MAX): void {
  app.decorateRequest("deadline", undefined);
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
    const deadline = setTimeout(() => raw.destroy(), bodyMs);
    request.deadline = deadline;
    raw.once("close", () => clearTimeout(deadline));
  });
}
