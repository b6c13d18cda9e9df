import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addPhotos, type OwnProfile, removePhoto, reverseGeocode, updateProfile } from "#contract/profiles.ts";
import type { Photo } from "#contract/shapes.ts";
import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { changeOf, type ProfileValues, withPhotos } from "#web/features/profile/profile-form.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** Saves the form; what the server made of it is what the cache then holds. */
export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (values: ProfileValues) => call(updateProfile, { body: changeOf(values) }),
    onSuccess: ({ profile }) => cache.setQueryData<OwnProfile>(ownProfileKey, profile),
  });
}

function usePhotosWriter() {
  const cache = useQueryClient();
  return ({ photos }: { photos: Photo[] }) =>
    cache.setQueryData<OwnProfile>(ownProfileKey, (own) => own && withPhotos(own, photos));
}

/** Uploads photos, all or none of them. */
export function useAddPhotos() {
  return useMutation({
    networkMode: "always",
    mutationFn: (files: readonly File[]) => {
      const form = new FormData();
      for (const file of files) form.append("photos", file);
      return call(addPhotos, { form });
    },
    onSuccess: usePhotosWriter(),
    onError: (error) =>
      toast(messageOf(error, "Failed to upload photos", "Failed to upload photos. Please try again."), "error"),
  });
}

export function useRemovePhoto() {
  return useMutation({
    networkMode: "always",
    mutationFn: (photoId: string) => call(removePhoto, { params: { photoId } }),
    onSuccess: usePhotosWriter(),
    onError: (error) => toast(messageOf(error, "Failed to remove photo", "Failed to remove photo"), "error"),
  });
}

/** The name of where a device is. */
export const nameOfPlace = async (latitude: number, longitude: number): Promise<string> =>
  (await call(reverseGeocode, { body: { latitude, longitude } })).location;
