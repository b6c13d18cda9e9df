import {
  ArrowLeft,
  ArrowRight,
  Captions,
  Crop,
  Ellipsis,
  Maximize2,
  Minimize2,
  Plus,
  Star,
  Undo2,
  X,
} from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { MemberPhoto } from "#web/domains/members/photos/photo.tsx";
import { MAIN_PHOTO_SIZES } from "#web/domains/members/photos/photo-sizes.ts";
import { UNDO_MS } from "#web/screens/profile-editor/photos/held-removals.ts";
import css from "#web/screens/profile-editor/photos/photo-grid.module.css";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ProgressRing } from "#web/ui/progress-ring.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const getPhotoName = ({ isMain }: Photo, number: number): string => (isMain ? "main photo" : `photo ${number}`);

const getSizes = ({ isMain }: Photo): string => (isMain ? MAIN_PHOTO_SIZES : "(min-width: 900px) 136px, 31vw");

interface FilledSlotProps {
  photo: Photo;
  number: number;
  count: number;
  username: string;
  isBusy: boolean;
  onRemove: () => void;
  onMove: (to: number) => void;
  onShow: (displayMode: Photo["displayMode"]) => void;
  onCrop: () => void;
  onDescribe: () => void;
}

interface PhotoActionHandlers {
  /** Moves to a zero-based position. */
  onMove: (to: number) => void;
  onShow: (displayMode: Photo["displayMode"]) => void;
  onCrop: () => void;
  onDescribe: () => void;
}

/** The first photo is the main one. Actions without an effect are left out. */
export function listPhotoActions(
  { displayMode, alt }: Pick<Photo, "displayMode" | "alt">,
  index: number,
  count: number,
  { onMove, onShow, onCrop, onDescribe }: PhotoActionHandlers,
): MenuItem[] {
  const items: MenuItem[] = [];
  if (index > 0) {
    items.push({ label: "Make main photo", icon: <Star />, onSelect: () => onMove(0) });
    items.push({ label: "Move earlier", icon: <ArrowLeft />, onSelect: () => onMove(index - 1) });
  }
  if (index < count - 1) items.push({ label: "Move later", icon: <ArrowRight />, onSelect: () => onMove(index + 1) });
  items.push(
    displayMode === "cover"
      ? { label: "Show whole photo", icon: <Minimize2 />, onSelect: () => onShow("contain") }
      : { label: "Fill the frame", icon: <Maximize2 />, onSelect: () => onShow("cover") },
    { label: "Adjust crop", icon: <Crop />, onSelect: onCrop },
    { label: alt === "" ? "Add description" : "Edit description", icon: <Captions />, onSelect: onDescribe },
  );
  return items;
}

export function FilledSlot({ photo, number, count, username, isBusy: busy, onRemove, ...handlers }: FilledSlotProps) {
  const name = getPhotoName(photo, number);
  return (
    <>
      <MemberPhoto
        photo={photo}
        username={username}
        alt={photo.alt || `Your ${name}`}
        sizes={getSizes(photo)}
        className={css.photo}
        priority={photo.isMain ? "high" : undefined}
      />
      <button
        type="button"
        className={classNames(css.control, css.remove)}
        aria-label={`Remove ${name}`}
        disabled={busy}
        onClick={onRemove}
      >
        <span>
          <X />
        </span>
      </button>
      <Menu
        trigger={
          <button
            type="button"
            className={classNames(css.control, css.more)}
            aria-label={`Options for ${name}`}
            disabled={busy}
          >
            <span>
              <Ellipsis />
            </span>
          </button>
        }
        items={listPhotoActions(photo, number - 1, count, handlers)}
      />
      {(photo.isMain || photo.check) && (
        <span className={css.tags}>
          {photo.isMain && <Tag variant="white">Main</Tag>}
          {photo.check && <Tag variant="white">{photo.check === "held" ? "In review" : "Checking"}</Tag>}
        </span>
      )}
    </>
  );
}

interface RemovedSlotProps {
  photo: Photo;
  number: number;
  username: string;
  /** The time to undo is over. */
  isSending: boolean;
  onUndo: () => void;
  onPause: () => void;
  onResume: () => void;
}

/** The time to undo stands still while the button is focused by keyboard. */
export function RemovedSlot({ photo, number, username, isSending, onUndo, onPause, onResume }: RemovedSlotProps) {
  const undo = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <MemberPhoto
        photo={photo}
        username={username}
        alt=""
        sizes={getSizes(photo)}
        className={classNames(css.photo, css.going)}
      />
      <div className={css.removed} style={{ "--time": `${UNDO_MS}ms` } as CSSProperties}>
        {isSending ? (
          <Spinner small />
        ) : (
          <button
            ref={undo}
            type="button"
            className={css.undo}
            aria-label={`Undo removing ${getPhotoName(photo, number)}`}
            onClick={onUndo}
            onFocus={({ target }) => target.matches(":focus-visible") && onPause()}
            onBlur={onResume}
          >
            <Undo2 />
            <span>Undo</span>
          </button>
        )}
      </div>
    </>
  );
}

export function UploadingSlot({ file, number, share }: { file: File; number: number; share: number }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return (
    <div className={css.coming}>
      {url && <img src={url} alt="" onError={() => setUrl(undefined)} />}
      <ProgressRing className={css.ring} label={`Uploading photo ${number}`} share={share} />
    </div>
  );
}

interface EmptySlotProps {
  /** The large slot invites to add a first photo. */
  isFirst: boolean;
  isBusy: boolean;
  onPress: () => void;
}

export function EmptySlot({ isFirst: first, isBusy: busy, onPress }: EmptySlotProps) {
  return (
    <button
      type="button"
      className={css.free}
      aria-label={first ? undefined : "Add photo"}
      data-add=""
      disabled={busy}
      onClick={onPress}
    >
      <Plus />
      {first && <span>Add your first photo</span>}
    </button>
  );
}
