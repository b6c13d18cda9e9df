import { useState } from "react";
import { flushSync } from "react-dom";
import type { Photo } from "#contract/schemas.ts";
import { plural } from "#contract/words.ts";
import { UNDO_MS } from "#web/screens/profile-editor/photos/held-removals.ts";
import { validatePhotoFiles } from "#web/screens/profile-editor/photos/photo-validation.ts";
import {
  useAddPhotos,
  useChangePhoto,
  useHeldRemovals,
  useReorderPhotos,
} from "#web/screens/profile-editor/photos/photos.queries.ts";
import { toast } from "#web/ui/toast.tsx";

/** Each change is announced to screen readers: a removal at once, others when they are done. */
export function usePhotoChanges(photos: readonly Photo[]) {
  const add = useAddPhotos();
  const removals = useHeldRemovals();
  const reorder = useReorderPhotos();
  const change = useChangePhoto();
  const [announcement, announce] = useState("");
  return {
    add,
    removals,
    change,
    announcement,
    /** All of them or none. */
    upload: (chosen: readonly File[]): void => {
      const problem = validatePhotoFiles(chosen, photos.length);
      if (problem) toast(problem, "error");
      else {
        announce("");
        const message = plural(chosen.length, "Your photo is there.", `Your ${chosen.length} photos are there.`);
        add.mutate(chosen, { onSuccess: () => announce(message) });
      }
    },
    remove: (id: string): void => {
      removals.hold(id);
      announce(`The photo is removed. You can undo it for ${UNDO_MS / 1000} seconds.`);
    },
    /** The slot is rendered again when it returns. */
    undoRemoval: (id: string): void => {
      flushSync(() => removals.undo(id));
      announce("The photo is kept.");
    },
    moveTo: (id: string, order: readonly string[]): void => {
      const position = order.indexOf(id) + 1;
      const message = `Moved to place ${position} of ${order.length}.${position === 1 ? " It is your main photo now." : ""}`;
      reorder.mutate([...order], { onSuccess: () => announce(message) });
    },
    show: (photoId: string, displayMode: Photo["displayMode"]): void =>
      change.mutate(
        { photoId, body: { displayMode } },
        {
          onSuccess: () =>
            announce(displayMode === "cover" ? "The photo fills its frame." : "The whole photo is shown."),
        },
      ),
  };
}
