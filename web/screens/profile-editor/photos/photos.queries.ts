import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { createElement, useEffect, useState, useSyncExternalStore } from "react";
import type { OwnProfile } from "#contract/members/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { withPhotos } from "#web/domains/members/profile-form.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { registerLeavePrompt } from "#web/lib/unsaved-changes.ts";
import { upload } from "#web/lib/upload.ts";
import { createHeldRemovals } from "#web/screens/profile-editor/photos/held-removals.ts";
import { splitProgress } from "#web/screens/profile-editor/photos/photo-order.ts";
import { PhotoError } from "#web/screens/profile-editor/photos/photo-validation.ts";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

export const photosKey = ["photos"] as const;

interface PhotosReply {
  readonly photos: Photo[];
  /** Whether the badge has survived the change. */
  readonly isVerified: boolean;
}

const setCachedPhotos = (cache: QueryClient, photos: Photo[], isVerified?: boolean): void =>
  void cache.setQueryData<OwnProfile>(
    ownProfileKey,
    (own) => own && { ...withPhotos(own, photos), isVerified: isVerified ?? own.isVerified },
  );

/** Says that the badge is gone, with the way to a new one. */
function reportWithdrawal(cache: QueryClient, isVerified: boolean): void {
  if (isVerified || !cache.getQueryData<OwnProfile>(ownProfileKey)?.isVerified) return;
  toast(
    "Your Verified badge belonged to your old main photo, so it is gone.",
    undefined,
    "verification",
    createElement(Link, { to: "/get-verified" }, "Verify again"),
  );
}

/**
 * Applies the response of a photo change, unless another change is running, whose response will be applied instead. A
 * profile load that started before may contain outdated photos, so it is canceled and restarted.
 */
export async function applyPhotosReply(cache: QueryClient, { photos, isVerified }: PhotosReply): Promise<void> {
  const { fetchStatus = "idle", isInvalidated = false } = cache.getQueryState(ownProfileKey) ?? {};
  await cache.cancelQueries({ queryKey: ownProfileKey });
  if (cache.isMutating({ mutationKey: photosKey }) > 1) return;
  reportWithdrawal(cache, isVerified);
  setCachedPhotos(cache, photos, isVerified);
  if (fetchStatus !== "idle" || isInvalidated) void cache.invalidateQueries({ queryKey: ownProfileKey });
}

/** Options of all photo mutations: they run in sequence, and the cache keeps the last response. */
function usePhotoMutationOptions() {
  const cache = useQueryClient();
  return {
    cache,
    options: {
      networkMode: "always" as const,
      mutationKey: photosKey,
      scope: { id: photosKey[0] },
      onSuccess: (reply: PhotosReply) => applyPhotosReply(cache, reply),
    },
  };
}

/**
 * Uploads all photos or none, after scaling large ones down. `share` is the uploaded fraction, from 0 to 1, and `shares`
 * that of each file.
 */
export function useAddPhotos() {
  const [share, setShare] = useState(0);
  const [sizes, setSizes] = useState<readonly number[]>([]);
  const { options } = usePhotoMutationOptions();
  const add = useMutation({
    ...options,
    mutationFn: async (files: readonly File[]) => {
      setShare(0);
      setSizes([]);
      // Loaded only for an upload.
      const { preparePhotos } = await import("#web/screens/profile-editor/photos/photo-preparation.ts");
      const prepared = await preparePhotos(files);
      setSizes(prepared.map(({ size }) => size));
      const form = new FormData();
      for (const file of prepared) form.append("photos", file);
      return upload("POST /api/profile/photos", form, setShare);
    },
    onError: (error) =>
      toast(
        error instanceof PhotoError
          ? error.message
          : getErrorMessage(error, "Failed to upload photos", "Failed to upload photos. Please try again."),
        "error",
      ),
  });
  return { ...add, share, shares: splitProgress(sizes, share) };
}

const requestRemoval = (photoId: string, keepalive = false) =>
  call("DELETE /api/profile/photos/:photoId", { params: { photoId } }, undefined, { keepalive });

/** Removals that can be undone for a moment. They are sent when the editor, the page or the session is left. */
export function useHeldRemovals() {
  const { cache, options } = usePhotoMutationOptions();
  const reportFailure = (error: unknown) =>
    toast(getErrorMessage(error, "Failed to remove photo", "Failed to remove photo"), "error");
  const { mutateAsync, isPending } = useMutation({
    ...options,
    mutationFn: (photoId: string) => requestRemoval(photoId),
    onError: reportFailure,
  });
  const [removals] = useState(() =>
    createHeldRemovals((photoId, isLeaving) =>
      isLeaving
        ? // Not a mutation, which may wait for others.
          requestRemoval(photoId, true).then((reply) => applyPhotosReply(cache, reply), reportFailure)
        : mutateAsync(photoId),
    ),
  );
  useEffect(() => {
    addEventListener("pagehide", removals.flush);
    const unregister = registerLeavePrompt(async () => {
      removals.flush();
      return true;
    });
    return () => {
      removeEventListener("pagehide", removals.flush);
      unregister();
      removals.flush();
    };
  }, [removals]);
  return { ...removals, states: useSyncExternalStore(removals.subscribe, removals.read), isPending };
}

/**
 * An optimistic mutation, rolled back on failure.
 * @param predict returns the resulting photos
 */
function useOptimisticPhotoMutation<Change>(
  send: (change: Change) => Promise<PhotosReply>,
  predict: (photos: Photo[], change: Change) => Photo[],
  failureMessage: string,
) {
  const { cache, options } = usePhotoMutationOptions();
  return useMutation({
    ...options,
    mutationFn: send,
    onMutate: async (change: Change) => {
      await cache.cancelQueries({ queryKey: ownProfileKey });
      const before = cache.getQueryData<OwnProfile>(ownProfileKey)?.profile.photos;
      if (before) setCachedPhotos(cache, predict(before, change));
      return before;
    },
    onError: (error, _, before) => {
      if (before) setCachedPhotos(cache, before);
      toast(getErrorMessage(error, failureMessage, failureMessage), "error");
      // The photos may have been changed on another device.
      void cache.invalidateQueries({ queryKey: ownProfileKey });
    },
  });
}

export const useReorderPhotos = () =>
  useOptimisticPhotoMutation(
    (photoIds: string[]) => call("PUT /api/profile/photos/order", { body: { photoIds } }),
    (photos, ids) =>
      ids.flatMap((id, i) => photos.filter(({ _id }) => _id === id).map((photo) => ({ ...photo, isMain: i === 0 }))),
    "Failed to reorder photos",
  );

interface PhotoChange {
  readonly photoId: string;
  readonly body: Partial<Pick<Photo, "displayMode" | "focusX" | "focusY" | "alt">>;
}

/** Changes the display mode, the focus point or the alternative text of a photo. */
export const useChangePhoto = () =>
  useOptimisticPhotoMutation(
    ({ photoId, body }: PhotoChange) => call("PUT /api/profile/photos/:photoId", { params: { photoId }, body }),
    (photos, { photoId, body }) => photos.map((photo) => (photo._id === photoId ? { ...photo, ...body } : photo)),
    "Failed to change photo",
  );
