import type { FastifyInstance } from "fastify";
import * as safety from "#contract/moderation/reports.ts";
import type { Context } from "#server/context.ts";
import {
  blockMember,
  listBlocked,
  listPastContacts,
  unblockMember,
  unmatchMember,
} from "#server/domains/moderation/blocks/blocks.service.ts";
import { listOwnReports, reportMember } from "#server/domains/moderation/reports/reports.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function safetyRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, safety.unmatch)(({ me, body }) => unmatchMember(ctx, me.id, body.userId));

  registerEndpoint(app, safety.blockMember)(({ me, body }) => blockMember(ctx, me.id, body.userId));

  registerEndpoint(app, safety.unblockMember)(({ me, body }) => unblockMember(ctx, me.id, body.userId));

  registerEndpoint(app, safety.listBlocked)(({ me, query }) => listBlocked(ctx, me.id, query));

  registerEndpoint(app, safety.listPastContacts)(({ me, query }) => listPastContacts(ctx, me.id, query));

  registerEndpoint(app, safety.reportMember)(({ me, body }) => reportMember(ctx, me.id, body));

  registerEndpoint(app, safety.listReports)(({ me, query }) => listOwnReports(ctx, me.id, query));
}
