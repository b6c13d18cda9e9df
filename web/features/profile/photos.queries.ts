import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addPhotos, type OwnProfile, removePhoto, reorderPhotos, updatePhoto } from "#contract/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { applyPhotosReply, photosKey, setCachedPhotos } from "#web/features/profile/photos-cache.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { upload } from "#web/lib/upload.ts";
import { toast } from "#web/ui/toast.tsx";

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
      toast(messageOf(error, "Failed to upload photos", "Failed to upload photos. Please try again."), "error"),
  });
  return { ...add, share };
}

export function useRemovePhoto() {
  return useMutation({
    ...usePhotoMutationOptions().options,
    mutationFn: (photoId: string) => call(removePhoto, { params: { photoId } }),
    onError: (error) => toast(messageOf(error, "Failed to remove photo", "Failed to remove photo"), "error"),
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
      toast(messageOf(error, failed, failed), "error");
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
