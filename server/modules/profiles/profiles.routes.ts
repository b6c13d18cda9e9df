import type { FastifyInstance, FastifyRequest } from "fastify";
import { PHOTO_BYTES_MAX, PHOTOS_MAX } from "#contract/limits.ts";
import * as profiles from "#contract/profiles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { addPhotos, changePhoto, orderPhotos, removePhoto } from "#server/modules/profiles/profile-photos.ts";
import { findPlace, nameOfPlace, ownProfile, updateProfile } from "#server/modules/profiles/profiles.service.ts";
import { serve } from "#server/serve.ts";
import { makeTurns } from "#server/turns.ts";

const FIELD = "photos";
const LIMITS = { fileSize: PHOTO_BYTES_MAX, files: PHOTOS_MAX + 1, fields: 0, parts: PHOTOS_MAX + 1 };

/** Uploads lie in memory until they are pictures; so many members may be sending at once. */
const uploads = makeTurns(8, 100, () => new AppError("too_busy"));

/** The files of an upload, whole, in memory: each is small, and six of them at most. */
async function readFiles(request: FastifyRequest): Promise<Buffer[]> {
  if (!request.isMultipart()) throw new AppError("wrong_type");
  const files: Buffer[] = [];
  for await (const part of request.files({ limits: LIMITS })) {
    const file = await part.toBuffer();
    if (part.fieldname !== FIELD) throw AppError.field("invalid", part.fieldname, `Send files as '${FIELD}'`);
    files.push(file);
  }
  return files;
}

export function profilesRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, profiles.getProfile)(async ({ me }) => ({ profile: await ownProfile(ctx, me.id) }));

  serve(app, profiles.updateProfile)(({ me, body }) => updateProfile(ctx, me.id, body));

  serve(
    app,
    profiles.addPhotos,
  )(({ me, request }) => uploads.take(async () => addPhotos(ctx, me.id, await readFiles(request))));

  serve(app, profiles.orderPhotos)(({ me, body }) => orderPhotos(ctx, me.id, body.photoIds));

  serve(app, profiles.changePhoto)(({ me, params, body }) => changePhoto(ctx, me.id, params.photoId, body));

  serve(app, profiles.removePhoto)(({ me, params }) => removePhoto(ctx, me.id, params.photoId));

  serve(app, profiles.reverseGeocode)(async ({ body }) => nameOfPlace(ctx, body));

  serve(app, profiles.geocode)(async ({ body }) => findPlace(ctx, body.location));
}
