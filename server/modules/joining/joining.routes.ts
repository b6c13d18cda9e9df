import type { FastifyInstance } from "fastify";
import { register } from "#contract/accounts.ts";
import type { Context } from "#server/context.ts";
import { originOf } from "#server/modules/accounts/origin.ts";
import { join } from "#server/modules/joining/joining.service.ts";
import { serve } from "#server/serve.ts";

export function joiningRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, register)(({ body, request }) => join(ctx, body, originOf(request)));
}
