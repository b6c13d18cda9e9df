import type { FastifyInstance } from "fastify";
import * as training from "#contract/training/training.ts";
import type { Context } from "#server/context.ts";
import { deleteTraining, readTraining, saveTraining } from "#server/domains/training/weeks/training.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function trainingRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, training.getTraining)(({ me }) => readTraining(ctx, me.id));

  registerEndpoint(app, training.updateTraining)(({ me, body }) => saveTraining(ctx, me.id, body));

  registerEndpoint(app, training.deleteTraining)(({ me }) => deleteTraining(ctx, me.id));
}
