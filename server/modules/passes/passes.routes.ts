import type { FastifyInstance } from "fastify";
import * as passes from "#contract/passes.ts";
import type { Context } from "#server/context.ts";
import { registerEndpoint } from "#server/http/register-endpoint.ts";
import { listPasses, passMember, undoPass } from "#server/modules/passes/passes.service.ts";

export function passesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, passes.passMember)(({ me, params }) => passMember(ctx, me.id, params.userId));

  registerEndpoint(app, passes.undoPass)(({ me, params }) => undoPass(ctx, me.id, params.userId));

  registerEndpoint(app, passes.listPasses)(({ me, query }) => listPasses(ctx, me.id, query));
}
