import type { FastifyInstance } from "fastify";
import * as dailySet from "#contract/daily-set.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint } from "#server/http/register-endpoint.ts";
import { getDailySet } from "#server/modules/daily-sets/daily-sets.service.ts";

export function dailySetsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, dailySet.getDailySet)(({ me }) => getDailySet(ctx, me.id));
}
