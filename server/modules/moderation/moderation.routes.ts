import type { FastifyInstance } from "fastify";
import * as appeals from "#contract/appeals.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint } from "#server/http/register-endpoint.ts";
import { cancelMembership, readAppeal, sendAppeal } from "#server/modules/moderation/appeals.service.ts";

export function moderationRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, appeals.getAppeal)(({ params }) => readAppeal(ctx, params.token));

  registerEndpoint(app, appeals.cancelMembership)(({ params }) => cancelMembership(ctx, params.token));

  registerEndpoint(app, appeals.sendAppeal)(({ params, body }) => sendAppeal(ctx, params.token, body.words));
}
