import type { FastifyInstance } from "fastify";
import * as messages from "#contract/messages.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { sendImage } from "#server/modules/messages/images.service.ts";
import { deleteMessage, markRead } from "#server/modules/messages/messages.service.ts";
import { sendMessage } from "#server/modules/messages/sending.service.ts";
import { readConversations, readThread } from "#server/modules/messages/threads.service.ts";

export function messagesRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, messages.getConversations)(({ me, query }) => readConversations(ctx, me.id, query));

  serve(app, messages.getMessages)(({ me, params, query }) => readThread(ctx, me.id, params.userId, query));

  serve(app, messages.sendMessage)(({ me, body }) => sendMessage(ctx, me, body));

  serve(app, messages.sendAttachment)(({ me, request }) => sendImage(ctx, me, request));

  serve(app, messages.markRead)(({ me, params }) => markRead(ctx, me.id, params.conversationId));

  serve(app, messages.deleteMessage)(({ me, params }) => deleteMessage(ctx, me.id, params.messageId));
}
