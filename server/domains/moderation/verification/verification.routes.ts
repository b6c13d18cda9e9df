import type { FastifyInstance } from "fastify";
import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import * as verification from "#contract/moderation/verification.ts";
import type { Context } from "#server/context.ts";
import { consumeUploadLimit } from "#server/domains/members/photos/photos.service.ts";
import {
  assertSelfieAwaited,
  readVerification,
  sendSelfie,
  startVerification,
} from "#server/domains/moderation/verification/verification.service.ts";
import type { Upload } from "#server/platform/http/multipart-upload.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

const SELFIE_FORM = {
  field: verification.sendSelfie.multipart.file,
  files: 1,
  bytes: PHOTO_BYTES_MAX,
  fields: 2,
  tooLarge: "photo_too_large",
  tooMany: "invalid",
} as const;

export function verificationRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, verification.getVerification)(({ me }) => readVerification(ctx, me.id));

  registerEndpoint(app, verification.startVerification)(({ me }) => startVerification(ctx, me.id));

  registerEndpoint(
    app,
    verification.sendSelfie,
  )(({ me, request }) => {
    const admit = () => consumeUploadLimit(ctx, me.id);
    const check = (fields: Upload["fields"]) => assertSelfieAwaited(ctx, me.id, fields);
    const form = { ...SELFIE_FORM, admit, check };
    return ctx.uploads.receive(request, me.id, form, (upload) => sendSelfie(ctx, me.id, upload));
  });
}
