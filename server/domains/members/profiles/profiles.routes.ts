import type { FastifyInstance } from "fastify";
import { PHOTO_BYTES_MAX, PHOTOS_MAX } from "#contract/limits.ts";
import * as profiles from "#contract/members/profiles.ts";
import type { Context } from "#server/context.ts";
import { consumeUploadLimit } from "#server/domains/members/photos/photos.service.ts";
import {
  addPhotos,
  assertPhotoSlots,
  changePhoto,
  orderPhotos,
  removePhoto,
  tooManyPhotos,
} from "#server/domains/members/profiles/profile-photos.service.ts";
import {
  findPlace,
  nameOfPlace,
  ownProfile,
  updateProfile,
} from "#server/domains/members/profiles/profiles.service.ts";
import { AppError } from "#server/errors.ts";
import { registerEndpoint } from "#server/platform/http/register-endpoint.ts";

/** Accepts one file too many: the error of an upload with more does not know how many photos the member has. */
const UPLOAD = {
  field: profiles.addPhotos.multipart.file,
  files: PHOTOS_MAX + 1,
  bytes: PHOTO_BYTES_MAX,
  tooLarge: "photo_too_large",
  tooMany: "too_many_photos",
} as const;

export function profilesRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, profiles.getProfile)(async ({ me }) => ({ profile: await ownProfile(ctx, me.id) }));

  registerEndpoint(app, profiles.updateProfile)(({ me, body }) => updateProfile(ctx, me.id, body));

  registerEndpoint(
    app,
    profiles.addPhotos,
  )(({ me, request }) => {
    const admit = () => consumeUploadLimit(ctx, me.id);
    const check = () => assertPhotoSlots(ctx, me.id, 1);
    const uploading = ctx.uploads.receive(request, me.id, { ...UPLOAD, admit, check }, ({ uploader, files }) =>
      addPhotos(ctx, uploader, files),
    );
    return uploading.catch(async (error: unknown) => {
      const isTooMany = error instanceof AppError && error.code === UPLOAD.tooMany;
      throw isTooMany ? await tooManyPhotos(ctx, me.id) : error;
    });
  });

  registerEndpoint(app, profiles.reorderPhotos)(({ me, body }) => orderPhotos(ctx, me.id, body.photoIds));

  registerEndpoint(app, profiles.updatePhoto)(({ me, params, body }) => changePhoto(ctx, me.id, params.photoId, body));

  registerEndpoint(app, profiles.removePhoto)(({ me, params }) => removePhoto(ctx, me.id, params.photoId));

  registerEndpoint(app, profiles.reverseGeocode)(async ({ body }) => nameOfPlace(ctx, body));

  registerEndpoint(app, profiles.geocode)(async ({ body }) => findPlace(ctx, body.location));
}
