import type { FastifyInstance } from "fastify";
import * as dates from "#contract/training/workout-dates.ts";
import type { Context } from "#server/context.ts";
import { actOnDate, proposeDate, setOnMyWay } from "#server/domains/training/workout-dates/workout-dates.service.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

export function workoutDatesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, dates.proposeDate)(({ me, body }) => proposeDate(ctx, me, body));

  registerEndpoint(
    app,
    dates.agreeToDate,
  )(({ me, params, body }) => actOnDate(ctx, me.id, params.messageId, { act: "agree", ...body }));

  registerEndpoint(
    app,
    dates.counterDate,
  )(({ me, params, body: { version, ...details } }) =>
    actOnDate(ctx, me.id, params.messageId, { act: "counter", version, details }),
  );

  registerEndpoint(
    app,
    dates.changeDate,
  )(({ me, params, body: { version, ...details } }) =>
    actOnDate(ctx, me.id, params.messageId, { act: "change", version, details }),
  );

  registerEndpoint(
    app,
    dates.keepDate,
  )(({ me, params, body }) => actOnDate(ctx, me.id, params.messageId, { act: "keep", ...body }));

  registerEndpoint(
    app,
    dates.declineDate,
  )(({ me, params, body }) => actOnDate(ctx, me.id, params.messageId, { act: "decline", ...body }));

  registerEndpoint(
    app,
    dates.callOffDate,
  )(({ me, params, body }) => actOnDate(ctx, me.id, params.messageId, { act: "call_off", ...body }));

  registerEndpoint(app, dates.setOnMyWay)(({ me, params }) => setOnMyWay(ctx, me.id, params.messageId));
}
