import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, type TouchEvent, useRef, useState } from "react";
import type { Message } from "#contract/chat/messages.ts";
import css from "#web/domains/chat/bubbles/attachment-lightbox.module.css";
import { blurUrl } from "#web/domains/members/photos/blur.ts";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useReturnFocus } from "#web/ui/return-focus.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  open: boolean;
  onClose: () => void;
  src: string;
  image: NonNullable<Message["image"]>;
  alt: string;
}

/** Closed by Escape, the button, a click beside the image, a swipe down or Back. */
export function AttachmentLightbox({ open, onClose, src, image, alt }: Props) {
  const returnFocus = useReturnFocus();
  useDialogHistory(open, onClose);
  const [failed, setFailed] = useState<string>();
  const swipe = useSwipeDown(onClose);
  const blur = blurUrl(image.blur);
  const style = blur ? ({ "--blur": `url(${blur})` } as CSSProperties) : undefined;
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Content
          className={css.box}
          {...returnFocus}
          {...swipe}
          aria-describedby={undefined}
          onClick={({ target, currentTarget }) => {
            if (target === currentTarget) onClose();
          }}
        >
          <Radix.Title className={typography.hidden}>{alt}</Radix.Title>
          {failed === src ? (
            <p className={css.failed}>This photo did not load.</p>
          ) : (
            <img
              className={css.picture}
              style={style}
              src={src}
              width={image.width}
              height={image.height}
              alt={alt}
              onError={() => setFailed(src)}
            />
          )}
          <Radix.Close asChild>
            <IconButton variant="photo" label="Close" className={css.close}>
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Minimum distance of a swipe in pixels. */
const SWIPE_MIN_PX = 80;

/** Touch handlers that detect a swipe down with one finger. Ignores pinches, and panning while zoomed in. */
export function useSwipeDown(onSwipe: () => void) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent): void {
      const finger = touches[0];
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      start.current = finger && touches.length === 1 && !zoomed ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent): void {
      const finger = changedTouches[0];
      const from = start.current;
      start.current = undefined;
      if (!from || !finger) return;
      const down = finger.clientY - from.y;
      if (down > SWIPE_MIN_PX && down > Math.abs(finger.clientX - from.x) * 2) onSwipe();
    },
  };
}
