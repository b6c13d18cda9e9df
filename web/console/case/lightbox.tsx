import { Eye, EyeOff, X } from "lucide-react";
import { useEffect, useRef } from "react";
import css from "#web/console/case/lightbox.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/**
 * One picture as large as the screen, blurred until it is pressed. The browser's own dialog, as `HelpDialog`.
 * @param isClear as the tile that it was opened from
 */
export function Lightbox({
  url,
  caption,
  isClear,
  onToggle,
  onClose,
}: {
  url: string;
  caption: string;
  isClear: boolean;
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
        aria-pressed={isClear}
        aria-label={isClear ? `Blur ${caption}` : `Show ${caption}`}
        onClick={onToggle}
      >
        <img className={classNames(!isClear && css.blurred)} src={isClear ? url : `${url}?size=thumb`} alt="" />
        <span className={css.hint} aria-hidden="true">
          {isClear ? <EyeOff /> : <Eye />}
        </span>
      </button>
    </dialog>
  );
}
