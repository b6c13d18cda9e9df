import type { FastifyInstance } from "fastify";
import * as messages from "#contract/chat/messages.ts";
import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { assertAttachmentAllowed, sendAttachment } from "#server/domains/chat/attachments/attachments.service.ts";
import { setConversationSettings } from "#server/domains/chat/conversations/conversation-settings.service.ts";
import { listConversations, listMessages } from "#server/domains/chat/conversations/conversations.service.ts";
import { sendMessage } from "#server/domains/chat/messages/message-send.service.ts";
import { deleteMessage, markRead } from "#server/domains/chat/messages/messages.service.ts";
import { setReaction } from "#server/domains/chat/messages/reactions.service.ts";
import { createSearchLimiter, searchMessages } from "#server/domains/chat/search/message-search.service.ts";
import { consumeUploadLimit } from "#server/domains/members/photos/photos.service.ts";
import type { Upload } from "#server/platform/http/multipart-upload.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

const ATTACHMENT_FORM = {
  field: messages.sendAttachment.multipart.file,
  files: 1,
  bytes: PHOTO_BYTES_MAX,
  fields: 3,
  tooLarge: "attachment_too_large",
  tooMany: "invalid",
} as const;

export function messagesRoutes(app: FastifyInstance, ctx: Context): void {
  const searchLimiter = createSearchLimiter();

  registerEndpoint(app, messages.getConversations)(({ me, query }) => listConversations(ctx, me.id, query));

  registerEndpoint(
    app,
    messages.getMessages,
  )(({ me, params, query }) => listMessages(ctx, me.id, params.userId, query));

  registerEndpoint(app, messages.searchMessages)(({ me, body }) => searchMessages(ctx, searchLimiter, me.id, body));

  registerEndpoint(app, messages.sendMessage)(({ me, body }) => sendMessage(ctx, me, body));

  registerEndpoint(
    app,
    messages.sendAttachment,
  )(({ me, request }) => {
    const admit = () => consumeUploadLimit(ctx, me.id);
    const check = (fields: Upload["fields"]) => assertAttachmentAllowed(ctx, me, fields);
    const form = { ...ATTACHMENT_FORM, admit, check };
    return ctx.uploads.receive(request, me.id, form, (upload) => sendAttachment(ctx, me, upload));
  });

  registerEndpoint(app, messages.markRead)(({ me, params }) => markRead(ctx, me.id, params.conversationId));

  registerEndpoint(app, messages.deleteMessage)(({ me, params }) => deleteMessage(ctx, me.id, params.messageId));

  registerEndpoint(
    app,
    messages.setReaction,
  )(({ me, params, body }) => setReaction(ctx, me.id, params.messageId, body.emoji));

  registerEndpoint(
    app,
    messages.setConversationSettings,
  )(({ me, params, body }) => setConversationSettings(ctx, me.id, params.userId, body));

  registerEndpoint(app, messages.removeReaction)(({ me, params }) => setReaction(ctx, me.id, params.messageId, null));
}
