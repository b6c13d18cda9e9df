import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { addressKey } from "#server/http/rate-limit.ts";
import { recordRefusal, type SecurityEventKind } from "#server/modules/security-events/security-events.service.ts";

/** Refusals that the modules record themselves, with what was tried. */
const RECORDED_ELSEWHERE: ReadonlySet<ErrorCode> = new Set([
  "invalid_credentials",
  "account_suspended",
  "proof_of_work_required",
  "login_email_required",
]);

/** The kind of event that a refusal is, by its status; undefined where it does not matter for security. */
function kindOf({ headers, refusedAs }: FastifyRequest, status: number): SecurityEventKind | undefined {
  if (refusedAs !== null && RECORDED_ELSEWHERE.has(refusedAs)) return undefined;
  if (status === 401) return headers.authorization === undefined ? undefined : "token";
  if (status === 403) return "access";
  return status === 429 ? "rate_limit" : undefined;
}

/** Records requests that were refused for a bad token, for lack of permission or for a rate limit, after the answer. */
export function recordRefusals(app: FastifyInstance, ctx: Context): void {
  app.addHook("onResponse", (request, reply, done) => {
    done();
    const kind = kindOf(request, reply.statusCode);
    if (!kind) return;
    void recordRefusal(ctx, {
      kind,
      outcome: request.refusedAs ?? "refused",
      memberId: request.caller?.id,
      network: addressKey(request.ip),
      details: { route: request.routeOptions.url ?? "none" },
    });
  });
}
