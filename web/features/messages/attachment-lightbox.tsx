import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { blurUrl } from "#web/features/members/blur.ts";
import css from "#web/features/messages/attachment-lightbox.module.css";
import { useSwipeDown } from "#web/features/messages/use-swipe-down.ts";
import { useBackStep } from "#web/ui/back-step.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useReturnFocus } from "#web/ui/return-focus.ts";
import type from "#web/ui/type.module.css";

interface Props {
  open: boolean;
  onClose: () => void;
  src: string;
  image: NonNullable<Message["image"]>;
  alt: string;
}

/** A picture as large as the screen. Escape, the button, a press beside it, a swipe down and the browser's Back lead back. */
export function AttachmentLightbox({ open, onClose, src, image, alt }: Props) {
  const returnFocus = useReturnFocus();
  useBackStep(open, onClose);
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
          <Radix.Title className={type.hidden}>{alt}</Radix.Title>
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
            <IconButton look="photo" label="Close" className={css.close}>
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
