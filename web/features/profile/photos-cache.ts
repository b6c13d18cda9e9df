import type { QueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { withPhotos } from "#web/features/profile/profile-form.ts";

export const photosKey = ["photos"] as const;

/** Puts photos into one's own profile, where it is known. */
export const setCachedPhotos = (cache: QueryClient, photos: Photo[]): void =>
  void cache.setQueryData<OwnProfile>(ownProfileKey, (own) => own && withPhotos(own, photos));

/**
 * Keeps what the server answered to a change of photos, unless another change is under way: then that one's answer is kept.
 * A load of the profile that began before the answer may hold the photos as they were, so it is ended, and begun anew.
 */
export async function applyPhotosReply(cache: QueryClient, photos: Photo[]): Promise<void> {
  const { fetchStatus = "idle", isInvalidated = false } = cache.getQueryState(ownProfileKey) ?? {};
  await cache.cancelQueries({ queryKey: ownProfileKey });
  if (cache.isMutating({ mutationKey: photosKey }) > 1) return;
  setCachedPhotos(cache, photos);
  if (fetchStatus !== "idle" || isInvalidated) void cache.invalidateQueries({ queryKey: ownProfileKey });
}
