import { Eye, EyeOff, X } from "lucide-react";
import { useEffect, useRef } from "react";
import css from "#web/console/case/lightbox.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Replaces the image in the button, which loads it again then. */
export const NotLoaded = ({ caption }: { caption: string }) => (
  <span className={css.failure}>
    <span>{caption} did not load.</span> <span>Try again</span>
  </span>
);

/**
 * One picture as large as the screen, blurred until it is pressed. The browser's own dialog, as `HelpDialog`.
 * @param isClear as the tile that it was opened from
 */
export function Lightbox({
  load,
  caption,
  isClear,
  hasFailed,
  onRetry,
  onToggle,
  onClose,
}: {
  load: { readonly src: string; readonly onError: () => void };
  caption: string;
  isClear: boolean;
  hasFailed: boolean;
  onRetry: () => void;
  onToggle: () => void;
  onClose: () => void;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} className={css.lightbox} aria-label={caption} onClose={onClose}>
      <div className={css.head}>
        <span>{caption}</span>
        <IconButton label="Close" onClick={() => element.current?.close()}>
          <X />
        </IconButton>
      </div>
      <button
        type="button"
        className={css.picture}
        aria-pressed={hasFailed ? undefined : isClear}
        aria-label={hasFailed ? undefined : isClear ? `Blur ${caption}` : `Show ${caption}`}
        onClick={hasFailed ? onRetry : onToggle}
      >
        {hasFailed ? (
          <NotLoaded caption={caption} />
        ) : (
          <>
            <img {...load} className={classNames(!isClear && css.blurred)} alt="" />
            <span className={css.hint} aria-hidden="true">
              {isClear ? <EyeOff /> : <Eye />}
            </span>
          </>
        )}
      </button>
    </dialog>
  );
}
