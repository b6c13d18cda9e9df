import type { FastifyInstance } from "fastify";
import * as reports from "#contract/moderation/reports.ts";
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

export function reportsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, reports.unmatch)(({ me, body }) => unmatchMember(ctx, me.id, body.userId));

  registerEndpoint(app, reports.blockMember)(({ me, body }) => blockMember(ctx, me.id, body.userId));

  registerEndpoint(app, reports.unblockMember)(({ me, body }) => unblockMember(ctx, me.id, body.userId));

  registerEndpoint(app, reports.listBlocked)(({ me, query }) => listBlocked(ctx, me.id, query));

  registerEndpoint(app, reports.listPastContacts)(({ me, query }) => listPastContacts(ctx, me.id, query));

  registerEndpoint(app, reports.reportMember)(({ me, body }) => reportMember(ctx, me.id, body));

  registerEndpoint(app, reports.listReports)(({ me, query }) => listOwnReports(ctx, me.id, query));
}
