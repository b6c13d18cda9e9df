import type { FastifyInstance } from "fastify";
import * as passes from "#contract/discovery/passes.ts";
import type { Context } from "#server/context.ts";
import { listPasses, passMember, undoPass } from "#server/domains/discovery/passes/passes.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function passesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, passes.passMember)(({ me, params }) => passMember(ctx, me.id, params.userId));

  registerEndpoint(app, passes.undoPass)(({ me, params }) => undoPass(ctx, me.id, params.userId));

  registerEndpoint(app, passes.listPasses)(({ me, query }) => listPasses(ctx, me.id, query));
}
