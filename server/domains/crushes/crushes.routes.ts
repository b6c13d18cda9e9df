import type { FastifyInstance } from "fastify";
import * as crushes from "#contract/crushes/crushes.ts";
import type { Context } from "#server/context.ts";
import {
  getCrushCounts,
  getCrushList,
  getUnseenCount,
  listCrushes,
  listNewMatches,
  markCrushesSeen,
  markMatchesSeen,
  sendCrush,
} from "#server/domains/crushes/crushes.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function crushesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, crushes.getCrushes)(({ me }) => listCrushes(ctx, me.id));

  registerEndpoint(app, crushes.getCrushList)(({ me, params, query }) => getCrushList(ctx, me.id, params.list, query));

  registerEndpoint(app, crushes.getCrushCounts)(({ me }) => getCrushCounts(ctx, me.id));

  registerEndpoint(app, crushes.getUnseenCrushCount)(({ me }) => getUnseenCount(ctx, me.id));

  registerEndpoint(app, crushes.markCrushesSeen)(({ me }) => markCrushesSeen(ctx, me.id));

  registerEndpoint(app, crushes.getNewMatches)(({ me }) => listNewMatches(ctx, me.id));

  registerEndpoint(app, crushes.markMatchesSeen)(({ me }) => markMatchesSeen(ctx, me.id));

  registerEndpoint(app, crushes.sendCrush)(({ me, body }) => sendCrush(ctx, me.id, body.recipientId, body.about));
}
