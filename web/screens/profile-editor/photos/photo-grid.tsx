import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { PHOTOS_MAX } from "#contract/limits.ts";
import type { Photo } from "#contract/schemas.ts";
import { plural } from "#contract/words.ts";
import { MemberPhoto } from "#web/domains/members/photos/photo.tsx";
import head from "#web/screens/profile-editor/editor.module.css";
import css from "#web/screens/profile-editor/photos/photo-grid.module.css";
import { moveItem } from "#web/screens/profile-editor/photos/photo-order.ts";
import { EmptySlot, FilledSlot, RemovedSlot, UploadingSlot } from "#web/screens/profile-editor/photos/photo-slot.tsx";
import { getPhotoAccept } from "#web/screens/profile-editor/photos/photo-validation.ts";
import { useFlipAnimation } from "#web/screens/profile-editor/photos/use-flip-animation.ts";
import { usePhotoChanges } from "#web/screens/profile-editor/photos/use-photo-changes.ts";
import { usePhotoDrag } from "#web/screens/profile-editor/photos/use-photo-drag.ts";
import { classNames } from "#web/ui/class-names.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

const lazyCrop = lazyModule(() =>
  import("#web/screens/profile-editor/photos/photo-crop-dialog.tsx").then((file) => file.PhotoCropDialog),
);
const lazyDescription = lazyModule(() =>
  import("#web/screens/profile-editor/photos/photo-description-dialog.tsx").then((file) => file.PhotoDescriptionDialog),
);

const SLOTS = Array.from({ length: PHOTOS_MAX }, (_, i) => i);
export const PHOTO_HINT = "JPEG, PNG or WebP. Large photos are made smaller.";

/** Photos are moved by dragging or from their menu. */
export function PhotoGrid({ photos, username }: { photos: readonly Photo[]; username: string }) {
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const changes = usePhotoChanges(photos);
  const { add, removals, change, moveTo } = changes;
  const [cropping, setCropping] = useState<Photo>();
  const [describing, setDescribing] = useState<Photo>();
  const CropDialog = useLazyModule(lazyCrop, cropping !== undefined, () => setCropping(undefined));
  const DescriptionDialog = useLazyModule(lazyDescription, describing !== undefined, () => setDescribing(undefined));
  const busy = add.isPending;
  const files = add.isPending ? add.variables : [];
  const ids = photos.map(({ _id }) => _id);

  const animateFrom = useFlipAnimation(grid);
  const drag = usePhotoDrag({
    grid,
    ghost,
    ids,
    disabled: busy,
    onDrop: (id, order, box) => {
      animateFrom(id, box);
      moveTo(id, order);
    },
  });
  const draggedPhoto = photos.find(({ _id }) => _id === drag.lift?.id);

  useFocusAfterChange(grid, add.isPending || removals.isPending, photos);

  const handleFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    // Allows the same file to be selected again after an error.
    target.value = "";
    if (chosen.length > 0) changes.upload(chosen);
  };

  const renderFilled = (photo: Photo, i: number) => (
    <FilledSlot
      photo={photo}
      number={i + 1}
      count={photos.length}
      username={username}
      isBusy={busy}
      onRemove={() => changes.remove(photo._id)}
      onMove={(to) => moveTo(photo._id, moveItem(ids, photo._id, to))}
      onShow={(displayMode) => changes.show(photo._id, displayMode)}
      onCrop={() => setCropping(photo)}
      onDescribe={() => setDescribing(photo)}
    />
  );

  const renderRemoved = (photo: Photo, i: number, state: string) => (
    <RemovedSlot
      photo={photo}
      number={i + 1}
      username={username}
      isSending={state === "sending"}
      onUndo={() => {
        // The button that was pressed disappears.
        changes.undoRemoval(photo._id);
        grid.current?.querySelector<HTMLElement>(`[data-photo="${photo._id}"] button`)?.focus({ preventScroll: true });
      }}
      onPause={() => removals.pause(photo._id)}
      onResume={() => removals.resume(photo._id)}
    />
  );
  const renderPhoto = (photo: Photo, i: number) => {
    const state = removals.states.get(photo._id);
    return state ? renderRemoved(photo, i, state) : renderFilled(photo, i);
  };
  const kept = photos.filter(({ _id }) => !removals.states.has(_id)).length;

  return (
    <section aria-labelledby="photos">
      <h2 className={classNames(head.heading, typography.display, typography.d20)}>
        <span id="photos">Photos</span>
        <span className={head.count}>
          {photos.length > 1 && "Drag to reorder · "}
          {kept} of {PHOTOS_MAX}
        </span>
      </h2>
      <input
        ref={input}
        type="file"
        accept={getPhotoAccept(navigator)}
        multiple
        hidden
        disabled={busy}
        onChange={handleFiles}
      />
      <ul ref={grid} className={css.grid} aria-busy={busy}>
        {SLOTS.map((i) => {
          const photo = photos[i];
          const at = photo ? drag.order.indexOf(photo._id) : i;
          const position = at < 0 ? i : at;
          const file = files[i - photos.length];
          return (
            <li
              key={photo?._id ?? `slot ${i}`}
              data-photo={photo?._id}
              className={classNames(css.slot, position === 0 && css.large, photo && photo === draggedPhoto && css.held)}
              style={{ order: position }}
              onPointerDown={photo && drag.onPointerDown}
            >
              {photo ? (
                renderPhoto(photo, i)
              ) : file ? (
                <UploadingSlot file={file} number={i + 1} share={add.shares[i - photos.length] ?? 0} />
              ) : (
                <EmptySlot
                  isFirst={photos.length === 0 && i === 0}
                  isBusy={busy}
                  onPress={() => input.current?.click()}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className={css.hint} role="status">
        {formatHint(files.length, add.share)}
      </p>
      <p className={typography.hidden} role="status">
        {changes.announcement}
      </p>
      {draggedPhoto && drag.lift && (
        <div ref={ghost} className={css.ghost} style={drag.lift.box}>
          <MemberPhoto photo={draggedPhoto} username={username} sizes="280px" alt="" className={css.photo} />
        </div>
      )}
      <LazyRender
        as={CropDialog}
        photo={cropping}
        username={username}
        onClose={() => setCropping(undefined)}
        change={change}
      />
      <LazyRender as={DescriptionDialog} photo={describing} onClose={() => setDescribing(undefined)} change={change} />
    </section>
  );
}

/**
 * The focused control is removed by a change, so the next empty slot or a photo takes the focus. The photo may arrive
 * after the request has ended and remove that slot again, so the next change is handled as well.
 */
function useFocusAfterChange(grid: RefObject<HTMLElement | null>, isChanging: boolean, photos: readonly Photo[]): void {
  const wasChanging = useRef(false);
  const expectsPhoto = useRef(false);
  useEffect(() => {
    const ended = wasChanging.current && !isChanging;
    wasChanging.current = isChanging;
    if (isChanging || !(ended || expectsPhoto.current)) return;
    expectsPhoto.current = ended;
    if (document.activeElement !== document.body) return;
    const next = photos.length < PHOTOS_MAX ? "[data-add]" : "[aria-haspopup]";
    grid.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [grid, isChanging, photos]);
}

function formatHint(coming: number, share: number): string {
  if (coming > 0 && share >= 1) return "Nearly there...";
  if (coming > 0) return plural(coming, "Uploading your photo...", `Uploading ${coming} photos...`);
  return PHOTO_HINT;
}
