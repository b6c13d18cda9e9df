import type { FastifyInstance } from "fastify";
import * as discovery from "#contract/discovery.ts";
import * as filters from "#contract/filters.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { browse, viewMember, whoHasGone } from "#server/modules/discovery/discovery.service.ts";
import { readFilters, updateFilters } from "#server/modules/discovery/filters.service.ts";

export function discoveryRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, discovery.browse)(({ me, query }) => browse(ctx, me.id, query));

  serve(app, discovery.findUnavailable)(({ me, body }) => whoHasGone(ctx, me.id, body.ids));

  serve(app, filters.getFilters)(async ({ me }) => ({ filters: await readFilters(ctx.db, me.id) }));

  serve(app, filters.updateFilters)(({ me, body }) => updateFilters(ctx, me.id, body));

  serve(app, discovery.getMember)(({ me, params }) => viewMember(ctx, me.id, params.userId));
}
