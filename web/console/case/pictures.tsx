import { Eye, Maximize2 } from "lucide-react";
import { useState } from "react";
import type { EvidenceImage } from "#contract/moderation/cases.ts";
import { Lightbox, NotLoaded } from "#web/console/case/lightbox.tsx";
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
  /** What was chosen for this picture alone. */
  const [ownClear, setOwnClear] = useState<boolean>();
  const [isOpen, setOpen] = useState(false);
  const [failedSrc, setFailedSrc] = useState<string>();
  const isClear = ownClear ?? isShown;
  const src = isClear ? url : `${url}?size=thumb`;
  const hasFailed = failedSrc === src;
  const load = { src, onError: () => setFailedSrc(src) };
  const retry = () => setFailedSrc(undefined);
  return (
    <>
      <button
        type="button"
        className={classNames(css.picture, isLarge && css.large)}
        aria-label={hasFailed ? undefined : `Open ${caption}`}
        onClick={hasFailed ? retry : () => setOpen(true)}
      >
        {hasFailed ? (
          <NotLoaded caption={caption} />
        ) : (
          <>
            <img {...load} className={classNames(!isClear && css.blurred)} alt="" loading="lazy" />
            <span className={css.hint} aria-hidden="true">
              {isClear ? <Maximize2 /> : <Eye />}
            </span>
          </>
        )}
      </button>
      {isOpen && (
        <Lightbox
          load={load}
          caption={caption}
          isClear={isClear}
          hasFailed={hasFailed}
          onRetry={retry}
          onToggle={() => setOwnClear(!isClear)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Of the photos that an act can be about. */
export const PICK_FIELD = "pick";

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
              <input
                type="radio"
                name={label}
                data-field={PICK_FIELD}
                checked={picked === photoId}
                onChange={() => onPick(photoId)}
              />
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
