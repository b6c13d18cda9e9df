import type { FastifyInstance } from "fastify";
import * as notifications from "#contract/notifications/notifications.ts";
import type { Context } from "#server/context.ts";
import { unsubscribe } from "#server/domains/notifications/preferences/preferences.service.ts";
import { registerSubscription, removeSubscription } from "#server/domains/notifications/push/push.service.ts";
import { registerEndpoint, registerOneClickUnsubscribe } from "#server/platform/http/register-endpoint.ts";

export function notificationsRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, notifications.getPushKey)(async () => ({ key: ctx.push.key }));

  registerEndpoint(app, notifications.registerPushSubscription)(({ me, body }) => registerSubscription(ctx, me, body));

  registerEndpoint(
    app,
    notifications.deletePushSubscription,
  )(({ me, body }) => removeSubscription(ctx, me.id, body.endpoint));

  registerEndpoint(
    app,
    notifications.unsubscribeEmails,
  )(({ params, body }) => unsubscribe(ctx.visitors, params.token, body.all));
}

export const oneClickUnsubscribeEmails = (app: FastifyInstance, ctx: Context): void =>
  registerOneClickUnsubscribe(app, "/notifications/unsubscribe/:token", (token) => unsubscribe(ctx, token));
