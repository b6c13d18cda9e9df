import { Plus, X } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { PHOTOS_MAX } from "#contract/limits.ts";
import type { Photo } from "#contract/shapes.ts";
import { MemberPhoto } from "#web/features/members/photo.tsx";
import { PHOTO_ACCEPT, refusalOf } from "#web/features/profile/photo-files.ts";
import css from "#web/features/profile/photo-grid.module.css";
import { useAddPhotos, useRemovePhoto } from "#web/features/profile/profile.api.ts";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { toast } from "#web/ui/toast.tsx";
import type from "#web/ui/type.module.css";

const SLOTS = Array.from({ length: PHOTOS_MAX }, (_, i) => i);

/** Six slots: the photos, the main one large, and places to add more. */
export function PhotoGrid({ photos, username }: { photos: readonly Photo[]; username: string }) {
  const input = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const add = useAddPhotos();
  const remove = useRemovePhoto();
  const busy = add.isPending || remove.isPending;
  const coming = add.isPending ? add.variables.length : 0;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file can be chosen again after a refusal.
    event.target.value = "";
    if (files.length === 0) return;
    const refusal = refusalOf(files, photos.length);
    if (refusal) toast(refusal, "error");
    else add.mutate(files);
  };

  const removeOne = (photoId: string) =>
    remove.mutate(photoId, {
      // Its button is gone; the focus goes to the place that has become free.
      onSuccess: () =>
        requestAnimationFrame(() =>
          grid.current?.querySelector<HTMLElement>("[data-add]")?.focus({ preventScroll: true }),
        ),
    });

  return (
    <section aria-labelledby="photos">
      <h2 id="photos" className={classNames(css.title, type.display, type.d20)}>
        Photos
        <span className={css.count}>
          {photos.length} of {PHOTOS_MAX}
        </span>
      </h2>
      <input ref={input} type="file" accept={PHOTO_ACCEPT} multiple hidden disabled={busy} onChange={choose} />
      <ul ref={grid} className={css.grid} aria-busy={busy}>
        {SLOTS.map((i) => {
          const photo = photos[i];
          return (
            <li key={photo?._id ?? `slot ${i}`} className={css.slot}>
              {photo ? (
                <Filled
                  photo={photo}
                  number={i + 1}
                  username={username}
                  busy={busy}
                  going={remove.isPending && remove.variables === photo._id}
                  onRemove={() => removeOne(photo._id)}
                />
              ) : (
                <Free
                  first={photos.length === 0 && i === 0}
                  coming={i < photos.length + coming}
                  busy={busy}
                  onPress={() => input.current?.click()}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className={css.hint} role="status">
        {coming > 0 ? (coming === 1 ? "Uploading your photo..." : `Uploading ${coming} photos...`) : HINT}
      </p>
    </section>
  );
}

const HINT = "JPEG, PNG or WebP, under 5 MB each.";

interface FilledProps {
  photo: Photo;
  number: number;
  username: string;
  busy: boolean;
  going: boolean;
  onRemove: () => void;
}

function Filled({ photo, number, username, busy, going, onRemove }: FilledProps) {
  return (
    <>
      <MemberPhoto
        photo={photo}
        username={username}
        sizes={photo.isMain ? "(min-width: 900px) 280px, 62vw" : "(min-width: 900px) 136px, 31vw"}
        className={classNames(css.photo, going && css.going)}
        priority={photo.isMain}
      />
      <button
        type="button"
        className={css.remove}
        aria-label={photo.isMain ? "Remove main photo" : `Remove photo ${number}`}
        disabled={busy}
        onClick={onRemove}
      >
        <span>{going ? <span className={css.spinner} /> : <X />}</span>
      </button>
      {photo.isMain && (
        <Tag look="white" className={css.main}>
          Main
        </Tag>
      )}
    </>
  );
}

interface FreeProps {
  /** Nothing is there yet: the large slot says so. */
  first: boolean;
  coming: boolean;
  busy: boolean;
  onPress: () => void;
}

function Free({ first, coming, busy, onPress }: FreeProps) {
  const invites = first && !coming;
  return (
    <button
      type="button"
      className={css.free}
      aria-label={invites ? undefined : "Add photo"}
      data-add=""
      disabled={busy}
      onClick={onPress}
    >
      {coming ? <span className={css.spinner} /> : <Plus />}
      {invites && <span>Add your first photo</span>}
    </button>
  );
}
