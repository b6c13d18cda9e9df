import type { FastifyInstance } from "fastify";
import * as appeals from "#contract/moderation/appeals.ts";
import type { Context } from "#server/context.ts";
import { cancelMembership, readAppeal, sendAppeal } from "#server/domains/moderation/appeals/appeals.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function appealsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, appeals.getAppeal)(({ params }) => readAppeal(ctx, params.token));

  registerEndpoint(app, appeals.cancelMembership)(({ params }) => cancelMembership(ctx, params.token));

  registerEndpoint(app, appeals.sendAppeal)(({ params, body }) => sendAppeal(ctx, params.token, body.words));
}
