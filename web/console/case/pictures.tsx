import { Eye, Maximize2 } from "lucide-react";
import { useState } from "react";
import type { EvidenceImage } from "#contract/moderation/cases.ts";
import { Lightbox } from "#web/console/case/lightbox.tsx";
import css from "#web/console/case/pictures.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/**
 * Opens large. Blurred it is the small size; the full size is loaded with the press that shows it, and stays clear in its
 * place then. The audit log has both looks.
 */
export function Picture({
  url,
  caption,
  isShown,
  isLarge = false,
}: {
  url: string;
  caption: string;
  isShown: boolean;
  isLarge?: boolean;
}) {
  const [isSeen, setSeen] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isClear = isSeen || isShown;
  if (hasFailed)
    return (
      <p className={classNames(css.missing, typography.small)}>
        The file of {caption} is gone, or a colleague has the case now.
      </p>
    );
  return (
    <>
      <button
        type="button"
        className={classNames(css.picture, isLarge && css.large)}
        aria-label={`Open ${caption}`}
        onClick={() => setOpen(true)}
      >
        <img
          className={classNames(!isClear && css.blurred)}
          src={isClear ? url : `${url}?size=thumb`}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
        />
        <span className={css.hint} aria-hidden="true">
          {isClear ? <Maximize2 /> : <Eye />}
        </span>
      </button>
      {isOpen && (
        <Lightbox
          url={url}
          caption={caption}
          isClear={isClear}
          onToggle={() => setSeen(!isSeen)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** @param onPick chooses a photo for an act; absent if no act is about one */
export function Pictures({
  label,
  images,
  isShown,
  picked,
  onPick,
}: {
  label: string;
  images: readonly EvidenceImage[];
  isShown: boolean;
  picked?: string | undefined;
  onPick?: ((photoId: string) => void) | undefined;
}) {
  if (images.length === 0) return null;
  return (
    <ul className={css.pictures} aria-label={label}>
      {images.map(({ url, caption, photoId }) => (
        <li key={url}>
          <Picture url={url} caption={caption} isShown={isShown} />
          {photoId !== null && onPick ? (
            <label className={css.pick}>
              <input type="radio" name={label} checked={picked === photoId} onChange={() => onPick(photoId)} />
              {caption}
            </label>
          ) : (
            <span className={classNames(typography.small, typography.muted)}>{caption}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
