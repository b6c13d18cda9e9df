import type { FastifyInstance } from "fastify";
import * as notices from "#contract/notices.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint } from "#server/http/register-endpoint.ts";
import { networkKey } from "#server/lib/networks.ts";
import { sendNotice } from "#server/modules/notices/notices.service.ts";

export function noticesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, notices.sendNotice)(({ body, request }) => sendNotice(ctx, body, networkKey(request.ip)));
}
