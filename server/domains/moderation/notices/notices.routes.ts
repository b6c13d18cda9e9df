import type { FastifyInstance } from "fastify";
import * as notices from "#contract/moderation/notices.ts";
import type { Context } from "#server/context.ts";
import { sendNotice } from "#server/domains/moderation/notices/notices.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

export function noticesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, notices.sendNotice)(({ body, request }) => sendNotice(ctx, body, networkKey(request.ip)));
}
