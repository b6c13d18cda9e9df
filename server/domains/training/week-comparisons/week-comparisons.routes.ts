import type { FastifyInstance } from "fastify";
import * as comparisons from "#contract/training/week-comparisons.ts";
import type { Context } from "#server/context.ts";
import {
  compareWeeks,
  readComparison,
  withdrawQuestion,
} from "#server/domains/training/week-comparisons/week-comparisons.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function weekComparisonsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, comparisons.getWeekComparison)(({ me, params }) => readComparison(ctx, me.id, params.userId));

  registerEndpoint(app, comparisons.compareWeeks)(({ me, params }) => compareWeeks(ctx, me.id, params.userId));

  registerEndpoint(
    app,
    comparisons.withdrawWeekComparison,
  )(({ me, params }) => withdrawQuestion(ctx, me.id, params.userId));
}
