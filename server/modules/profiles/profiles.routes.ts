import type { FastifyInstance } from "fastify";
import { PHOTO_BYTES_MAX, PHOTOS_MAX } from "#contract/limits.ts";
import * as profiles from "#contract/profiles.ts";
import type { Context } from "#server/context.ts";
import { serve } from "#server/http/register-endpoint.ts";
import { takeUpload } from "#server/modules/photos/photos.service.ts";
import {
  addPhotos,
  assertRoom,
  changePhoto,
  orderPhotos,
  removePhoto,
} from "#server/modules/profiles/profile-photos.ts";
import { findPlace, nameOfPlace, ownProfile, updateProfile } from "#server/modules/profiles/profiles.service.ts";

/** One more than there may be, so that too many are told apart from a broken form. */
const UPLOAD = {
  field: "photos",
  files: PHOTOS_MAX + 1,
  bytes: PHOTO_BYTES_MAX,
  tooLarge: "photo_too_large",
  tooMany: "too_many_photos",
} as const;

export function profilesRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, profiles.getProfile)(async ({ me }) => ({ profile: await ownProfile(ctx, me.id) }));

  serve(app, profiles.updateProfile)(({ me, body }) => updateProfile(ctx, me.id, body));

  serve(
    app,
    profiles.addPhotos,
  )(({ me, request }) =>
    takeUpload(ctx, request, me.id, { ...UPLOAD, check: () => assertRoom(ctx, me.id, 1) }, ({ sender, files }) =>
      addPhotos(ctx, sender, files),
    ),
  );

  serve(app, profiles.reorderPhotos)(({ me, body }) => orderPhotos(ctx, me.id, body.photoIds));

  serve(app, profiles.updatePhoto)(({ me, params, body }) => changePhoto(ctx, me.id, params.photoId, body));

  serve(app, profiles.removePhoto)(({ me, params }) => removePhoto(ctx, me.id, params.photoId));

  serve(app, profiles.reverseGeocode)(async ({ body }) => nameOfPlace(ctx, body));

  serve(app, profiles.geocode)(async ({ body }) => findPlace(ctx, body.location));
}
