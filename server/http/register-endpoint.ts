import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, ParsedRequest, ResponseOf } from "#contract/endpoint.ts";
import { AppError } from "#server/errors.ts";
import { refusals } from "#server/http/openapi.ts";

/** The member a request comes from, as its token says. */
export interface Caller {
  readonly id: string;
  readonly username: string;
  /** The login it came through. */
  readonly sessionId: string;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
    /** What it is refused as where it has to be a member's. */
    refusal: "session_suspended" | "unauthorized";
  }
}

/** Bytes of a JSON body, unless the endpoint has a limit of its own. */
export const MEMBER_BODY_BYTES_MAX = 16 * 1024;
/** The same where no login is needed. */
export const PUBLIC_BODY_BYTES_MAX = 8 * 1024;

/** Bytes of a body that an endpoint reads; of a form with files the limits of the upload count instead. */
export const bodyLimitOf = ({ access, bodyBytesMax }: Endpoint): number =>
  bodyBytesMax ?? (access === "anyone" ? PUBLIC_BODY_BYTES_MAX : MEMBER_BODY_BYTES_MAX);

type Asked<E extends Endpoint> = ParsedRequest<E> & {
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
} & (E["access"] extends "member" ? { readonly me: Caller } : unknown);

type Answer<E extends Endpoint> = Promise<Omit<ResponseOf<E>, "success">>;

/**
 * Routes an endpoint of the contract: `serve(app, endpoint)(handler)`. The handler gets checked input and gives the
 * reply without `success`. Curried, so that the endpoint's exact type is known before the handler's is looked at.
 */
export const serve =
  <E extends Endpoint>(app: FastifyInstance, endpoint: E) =>
  (handler: (asked: Asked<E>) => Answer<E>): void => {
    const { method, path, params, query, body, multipart, reply, summary, access, status = 200 } = endpoint;
    const schema = {
      summary,
      tags: [path.split("/")[2] ?? ""],
      security: access === "member" ? [{ token: [] }] : [],
      ...(multipart && { consumes: ["multipart/form-data"] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: reply, ...refusals },
    };
    app.route({
      method,
      url: path,
      schema,
      bodyLimit: bodyLimitOf(endpoint),
      // Before the body is read: a stranger's upload is refused unread.
      preParsing: async (request) => {
        if (access === "member" && !request.caller) throw new AppError(request.refusal);
      },
      handler: async (request, response) => {
        const asked = {
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          response,
          me: request.caller,
        } as unknown as Asked<E>;
        return response.status(status).send({ success: true, ...(await handler(asked)) });
      },
    });
  };
