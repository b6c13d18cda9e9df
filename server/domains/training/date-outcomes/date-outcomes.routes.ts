import type { FastifyInstance } from "fastify";
import * as outcomes from "#contract/training/date-outcomes.ts";
import type { Context } from "#server/context.ts";
import { readOutcome, setOutcome } from "#server/domains/training/date-outcomes/date-outcomes.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function dateOutcomesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, outcomes.getDateOutcome)(({ me, params }) => readOutcome(ctx, me.id, params.messageId));

  registerEndpoint(
    app,
    outcomes.setDateOutcome,
  )(({ me, params, body }) => setOutcome(ctx, me.id, params.messageId, body.outcome));
}
