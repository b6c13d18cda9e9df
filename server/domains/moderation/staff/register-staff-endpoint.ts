import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validate } from "uuid";
import type { ParsedRequest, ResponseOf } from "#contract/endpoint.ts";
import type { StaffEndpoint } from "#contract/moderation/staff-endpoint.ts";
import { mayAct } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { authenticateStaff } from "#server/domains/moderation/staff/staff-login.service.ts";
import { AppError } from "#server/errors.ts";
import { MEMBER_BODY_BYTES_MAX, PUBLIC_BODY_BYTES_MAX } from "#server/platform/http/register-endpoint.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** See `StaffEndpoint`. */
    isPolled?: boolean;
  }
}

/** Browsers accept the prefix `__Host-` over https only. With it no other host can set the cookie. */
const cookieName = (ctx: Context): string =>
  ctx.consoleSite().startsWith("https:") ? "__Host-spotter_staff" : "spotter_staff";

const attributes = (ctx: Context): string =>
  `Path=/; HttpOnly; SameSite=Strict${ctx.consoleSite().startsWith("https:") ? "; Secure" : ""}`;

/** Lasts until the browser closes; the server ends the session earlier. */
export function setStaffCookie(ctx: Context, response: FastifyReply, token: string): void {
  response.header("set-cookie", `${cookieName(ctx)}=${token}; ${attributes(ctx)}`);
}

export function clearStaffCookie(ctx: Context, response: FastifyReply): void {
  response.header("set-cookie", `${cookieName(ctx)}=; Max-Age=0; ${attributes(ctx)}`);
}

function readStaffCookie(ctx: Context, header: string | undefined): string | undefined {
  const start = `${cookieName(ctx)}=`;
  const value = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  return value !== undefined && /^[\w-]{1,100}$/.test(value) ? value : undefined;
}

/**
 * `SameSite=Strict` keeps the cookie to the console's pages, but "site" includes other hosts of the same domain.
 * Requests without an origin are no browser's, or are navigations and images, which change nothing.
 */
const isOwnPage = (ctx: Context, { method, headers: { origin } }: FastifyRequest): boolean => {
  if (origin === undefined) return method === "GET" || method === "HEAD";
  return URL.canParse(origin) && new URL(origin).origin === new URL(ctx.consoleSite()).origin;
};

/** The request's origin is checked before. */
export function registerStaffAuthentication(app: FastifyInstance, ctx: Context): void {
  app.decorateRequest("staff", null);
  app.addHook("onRequest", async (request) => {
    if (!isOwnPage(ctx, request)) throw new AppError("staff_forbidden");
  });
  app.addHook("preParsing", async (request) => {
    const token = readStaffCookie(ctx, request.headers.cookie);
    const { isPolled = false } = request.routeOptions.config;
    request.staff = (token && (await authenticateStaff(ctx, token, { isUse: !isPolled }))) || null;
  });
}

type StaffRequest<E extends StaffEndpoint> = ParsedRequest<E> & {
  readonly request: FastifyRequest;
  readonly response: FastifyReply;
} & (E["needs"] extends "nothing" ? unknown : { readonly me: StaffCaller });

interface StoredImage {
  readonly bytes: number;
  readonly stream: Readable;
}

/** The sizes of an image of the evidence. A blurred one needs the small one only. */
export type EvidenceSize = "thumb" | "full";

/**
 * Answers to the staff cookie, and no cache keeps the image.
 * @param open throws an AppError for an image that is not of the case
 */
export function registerStaffImage(
  app: FastifyInstance,
  open: (me: StaffCaller, caseId: string, key: string, size: EvidenceSize) => Promise<StoredImage>,
): void {
  const path = "/api/moderation/cases/:caseId/images/:key";
  app.get<{ Params: { caseId: string; key: string }; Querystring: { size?: string } }>(
    path,
    { preParsing: async (request) => assertMayCall("look", staffOf(request)) },
    async (request, reply) => {
      const { params, query } = request;
      const staff = staffOf(request);
      if (!staff || !validate(params.caseId) || !/^[0-9a-f]{32}$/.test(params.key)) throw new AppError("not_found");
      const size = query.size === "thumb" ? "thumb" : "full";
      const { bytes, stream } = await open(staff, params.caseId, params.key, size);
      return reply.header("content-length", bytes).type("image/webp").send(stream);
    },
  );
}

const staffOf = ({ staff }: FastifyRequest) => staff as StaffCaller | null;

/** The only place that rejects by endpoint and role. */
function assertMayCall(needs: StaffEndpoint["needs"], staff: StaffCaller | null): void {
  if (needs === "nothing") return;
  if (!staff) throw new AppError("unauthorized");
  if (needs === "act" && !mayAct(staff.role)) throw new AppError("staff_forbidden");
}

export const registerStaffEndpoint =
  <E extends StaffEndpoint>(app: FastifyInstance, endpoint: E) =>
  (handler: (input: StaffRequest<E>) => Promise<Omit<ResponseOf<E>, "success">>): void => {
    const { method, path, params, query, body, reply, needs, isPolled = false, bodyBytesMax, status = 200 } = endpoint;
    app.route({
      method,
      url: path,
      config: { isPolled },
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: { [status]: reply },
      },
      bodyLimit: bodyBytesMax ?? (needs === "nothing" ? PUBLIC_BODY_BYTES_MAX : MEMBER_BODY_BYTES_MAX),
      preParsing: async (request) => assertMayCall(needs, staffOf(request)),
      handler: async (request, response) => {
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          response,
          me: request.staff,
        } as unknown as StaffRequest<E>;
        return response.status(status).send({ success: true, ...(await handler(input)) });
      },
    });
  };
