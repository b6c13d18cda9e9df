import type { FastifyInstance, FastifyRequest } from "fastify";
import { PUBLIC_BODY_BYTES_MAX } from "#server/http/register-endpoint.ts";

/**
 * One-click unsubscribe of email clients (RFC 8058): a POST with a form body to the URL of the page for people.
 * Replaces
 * the body parsers, so it needs a Fastify scope of its own.
 * @param path ends in `/:token`
 * @param unsubscribe throws an AppError for an invalid token
 */
export function registerOneClickUnsubscribe(
  app: FastifyInstance,
  path: string,
  unsubscribe: (token: string) => Promise<unknown>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: PUBLIC_BODY_BYTES_MAX },
    async (_: FastifyRequest, body: Buffer) => body,
  );
  app.post<{ Params: { token: string } }>(path, async ({ params }, reply) => {
    await unsubscribe(params.token);
    return reply.type("text/plain").send("You are unsubscribed.");
  });
}
