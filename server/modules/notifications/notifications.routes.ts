import type { FastifyInstance } from "fastify";
import * as notifications from "#contract/notifications.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { endPush, startPush } from "#server/modules/notifications/subscribing.service.ts";

export function notificationsRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, notifications.getPushKey)(async () => ({ key: ctx.push.key }));

  serve(app, notifications.registerPushSubscription)(({ me, body }) => startPush(ctx, me, body));

  serve(app, notifications.deletePushSubscription)(({ me, body }) => endPush(ctx, me.id, body.endpoint));
}
