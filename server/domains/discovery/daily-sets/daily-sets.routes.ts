import type { FastifyInstance } from "fastify";
import * as dailySet from "#contract/discovery/daily-set.ts";
import type { Context } from "#server/context.ts";
import { getDailySet } from "#server/domains/discovery/daily-sets/daily-sets.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function dailySetsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, dailySet.getDailySet)(({ me }) => getDailySet(ctx, me.id));
}
