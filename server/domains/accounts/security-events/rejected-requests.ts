import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import {
  recordRefusal,
  type SecurityEventKind,
} from "#server/domains/accounts/security-events/security-events.statements.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

/** Recorded where they happen, with more details. */
const RECORDED_ELSEWHERE: ReadonlySet<ErrorCode> = new Set([
  "invalid_credentials",
  "account_suspended",
  "proof_of_work_required",
  "login_email_required",
  "second_factor_required",
  "reauthentication_required",
]);

function kindOf({ headers, errorCode }: FastifyRequest, status: number): SecurityEventKind | undefined {
  if (errorCode !== null && RECORDED_ELSEWHERE.has(errorCode)) return undefined;
  if (status === 401) return headers.authorization === undefined ? undefined : "token";
  if (status === 403) return "access";
  return status === 429 ? "rate_limit" : undefined;
}

export function recordRejections(app: FastifyInstance, ctx: Context): void {
  app.addHook("onResponse", (request, reply, done) => {
    done();
    const kind = kindOf(request, reply.statusCode);
    if (!kind) return;
    void recordRefusal(ctx, {
      kind,
      outcome: request.errorCode ?? "refused",
      memberId: request.caller?.id,
      network: networkKey(request.ip),
      details: { route: request.routeOptions.url ?? "none" },
    });
  });
}
