import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addPhotos, type OwnProfile, removePhoto, reorderPhotos, updatePhoto } from "#contract/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import { withPhotos } from "#web/features/profile/profile-form.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { upload } from "#web/lib/upload.ts";
import { toast } from "#web/ui/toast.tsx";

export const photosKey = ["photos"] as const;

/** Puts photos into one's own profile, where it is known. */
const setCachedPhotos = (cache: QueryClient, photos: Photo[]): void =>
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

/** What all changes of photos have in common: one goes after the other, and the last answer is what the cache holds. */
function usePhotoMutationOptions() {
  const cache = useQueryClient();
  return {
    cache,
    options: {
      networkMode: "always" as const,
      mutationKey: photosKey,
      scope: { id: photosKey[0] },
      onSuccess: ({ photos }: { photos: Photo[] }) => applyPhotosReply(cache, photos),
    },
  };
}

/** Uploads photos, all or none of them; `share` is how much of them has gone out, 0 to 1. */
export function useAddPhotos() {
  const [share, setShare] = useState(0);
  const { options } = usePhotoMutationOptions();
  const add = useMutation({
    ...options,
    mutationFn: (files: readonly File[]) => {
      setShare(0);
      const form = new FormData();
      for (const file of files) form.append("photos", file);
      return upload(addPhotos, form, setShare);
    },
    onError: (error) =>
      toast(getErrorMessage(error, "Failed to upload photos", "Failed to upload photos. Please try again."), "error"),
  });
  return { ...add, share };
}

export function useRemovePhoto() {
  return useMutation({
    ...usePhotoMutationOptions().options,
    mutationFn: (photoId: string) => call(removePhoto, { params: { photoId } }),
    onError: (error) => toast(getErrorMessage(error, "Failed to remove photo", "Failed to remove photo"), "error"),
  });
}

/**
 * A change that is seen at once, and taken back where it fails.
 * @param guess what the server will make of the photos
 */
function useOptimisticPhotoMutation<Change>(
  send: (change: Change) => Promise<{ photos: Photo[] }>,
  guess: (photos: Photo[], change: Change) => Photo[],
  failed: string,
) {
  const { cache, options } = usePhotoMutationOptions();
  return useMutation({
    ...options,
    mutationFn: send,
    onMutate: async (change: Change) => {
      await cache.cancelQueries({ queryKey: ownProfileKey });
      const before = cache.getQueryData<OwnProfile>(ownProfileKey)?.profile.photos;
      if (before) setCachedPhotos(cache, guess(before, change));
      return before;
    },
    onError: (error, _, before) => {
      if (before) setCachedPhotos(cache, before);
      toast(getErrorMessage(error, failed, failed), "error");
      // They may have been changed elsewhere.
      void cache.invalidateQueries({ queryKey: ownProfileKey });
    },
  });
}

/** Puts the photos into the order of these ids. */
export const useReorderPhotos = () =>
  useOptimisticPhotoMutation(
    (photoIds: string[]) => call(reorderPhotos, { body: { photoIds } }),
    (photos, ids) =>
      ids.flatMap((id, i) => photos.filter(({ _id }) => _id === id).map((photo) => ({ ...photo, isMain: i === 0 }))),
    "Failed to reorder photos",
  );

interface PhotoChange {
  readonly photoId: string;
  readonly body: { readonly displayMode?: Photo["displayMode"]; readonly alt?: string };
}

/** Changes how one photo is shown, or the words that stand for it. */
export const useChangePhoto = () =>
  useOptimisticPhotoMutation(
    ({ photoId, body }: PhotoChange) => call(updatePhoto, { params: { photoId }, body }),
    (photos, { photoId, body }) => photos.map((photo) => (photo._id === photoId ? { ...photo, ...body } : photo)),
    "Failed to change photo",
  );
