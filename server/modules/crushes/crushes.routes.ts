import type { FastifyInstance } from "fastify";
import * as crushes from "#contract/crushes.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { crushLists, crushNews, seeCrushes, sendCrush } from "#server/modules/crushes/crushes.service.ts";

export function crushesRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, crushes.getCrushes)(({ me }) => crushLists(ctx, me.id));

  serve(app, crushes.getUnseenCrushCount)(({ me }) => crushNews(ctx, me.id));

  serve(app, crushes.markCrushesSeen)(({ me }) => seeCrushes(ctx, me.id));

  serve(app, crushes.sendCrush)(({ me, body }) => sendCrush(ctx, me.id, body.recipientId));
}
