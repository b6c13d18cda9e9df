import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, ParsedRequest, ResponseOf } from "#contract/endpoint.ts";
import { errorResponse } from "#contract/errors.ts";
import { AppError } from "#server/errors.ts";

export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly sessionId: string;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    /** Set for the console's endpoints only, which know more of them. */
    staff: { readonly staffId: string } | null;
    authError: "session_suspended" | "unauthorized";
  }
}

/** Default limits of JSON bodies, with and without authentication. */
export const MEMBER_BODY_BYTES_MAX = 16 * 1024;
export const PUBLIC_BODY_BYTES_MAX = 8 * 1024;

/** Multipart bodies have the limits of `multipart-upload.ts` instead. */
export const bodyLimitOf = ({ access, bodyBytesMax }: Endpoint): number =>
  bodyBytesMax ?? (access === "anyone" ? PUBLIC_BODY_BYTES_MAX : MEMBER_BODY_BYTES_MAX);

type EndpointRequest<E extends Endpoint> = ParsedRequest<E> & {
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
} & (E["access"] extends "member" ? { readonly me: Caller } : unknown);

type EndpointResult<E extends Endpoint> = Promise<Omit<ResponseOf<E>, "success">>;

/** Curried, so that the endpoint's type is inferred before the handler's. */
export const registerEndpoint =
  <E extends Endpoint>(app: FastifyInstance, endpoint: E) =>
  (handler: (input: EndpointRequest<E>) => EndpointResult<E>): void => {
    const { method, path, params, query, body, multipart, reply, summary, access, status = 200 } = endpoint;
    const schema = {
      summary,
      security: access === "member" ? [{ token: [] }] : [],
      ...(multipart && { consumes: ["multipart/form-data"] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: reply, "4xx": errorResponse, "5xx": errorResponse },
    };
    app.route({
      method,
      url: path,
      schema,
      bodyLimit: bodyLimitOf(endpoint),
      // Before the body is read, so that unauthenticated uploads are rejected unread.
      preParsing: async (request) => {
        if (access === "member" && !request.caller) throw new AppError(request.authError);
      },
      handler: async (request, response) => {
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          response,
          me: request.caller,
        } as unknown as EndpointRequest<E>;
        return response.status(status).send({ success: true, ...(await handler(input)) });
      },
    });
  };

/**
 * One-click unsubscribe of email clients (RFC 8058): a POST with a form body to the URL of the page for people.
 * Replaces the body parsers, so it needs its own Fastify scope.
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
