import type { FastifyInstance, FastifyRequest } from "fastify";
import { PUBLIC_BODY_BYTES_MAX } from "#server/http/register-endpoint.ts";

/**
 * Serves where a mail program unsubscribes with one click (RFC 8058): a POST to the address that a person may open, too. It is
 * no call of ours: its body is a form that says no more than that it is one. For a scope of its own.
 * @param path ends in `/:token`
 * @param end throws an AppError for a token that is none
 */
export function serveOneClick(app: FastifyInstance, path: string, end: (token: string) => Promise<unknown>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: PUBLIC_BODY_BYTES_MAX },
    async (_: FastifyRequest, body: Buffer) => body,
  );
  app.post<{ Params: { token: string } }>(path, async ({ params }, reply) => {
    await end(params.token);
    return reply.type("text/plain").send("You are unsubscribed.");
  });
}
