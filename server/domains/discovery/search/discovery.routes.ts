import type { FastifyInstance } from "fastify";
import * as discovery from "#contract/discovery/discovery.ts";
import * as filters from "#contract/discovery/search-preferences.ts";
import type { Context } from "#server/context.ts";
import { browse } from "#server/domains/discovery/search/discovery.service.ts";
import { findUnavailable, viewMember } from "#server/domains/discovery/search/member-view.service.ts";
import { countPeople } from "#server/domains/discovery/search/people-count.service.ts";
import { getOwnFilters, updateSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function discoveryRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, discovery.browse)(({ me, query, request }) => browse(ctx, me.id, query, request.laggingReads));

  registerEndpoint(app, discovery.findUnavailable)(({ me, body }) => findUnavailable(ctx, me.id, body.ids));

  registerEndpoint(app, filters.getFilters)(({ me }) => getOwnFilters(ctx.db, me.id));

  registerEndpoint(
    app,
    filters.countPeople,
  )(({ me, body, request }) => countPeople(ctx, me.id, body, request.laggingReads));

  registerEndpoint(app, filters.updateFilters)(({ me, body }) => updateSearchPreferences(ctx, me.id, body));

  registerEndpoint(
    app,
    discovery.getMember,
  )(({ me, params, request }) => viewMember(ctx, me.id, params.userId, request.laggingReads));
}
