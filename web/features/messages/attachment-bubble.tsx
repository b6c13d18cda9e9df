import { useQueryClient } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { type CSSProperties, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { blurUrl } from "#web/features/members/blur.ts";
import { getFrame } from "#web/features/messages/attachment-rules.ts";
import css from "#web/features/messages/attachments.module.css";
import { messageKeys } from "#web/features/messages/conversations.queries.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyLightbox = lazyModule(() =>
  import("#web/features/messages/attachment-lightbox.tsx").then((file) => file.AttachmentLightbox),
);

/** Pixels that a thumbnail is wide at most. */
const THUMBNAIL_WIDTH = 320;

/** A picture in a bubble, in its place before it is there; pressed, it fills the screen. */
export function AttachmentBubble({ message, mine }: { message: Message; mine: boolean }) {
  const cache = useQueryClient();
  const [open, setOpen] = useState(false);
  const here = useLazyModule(lazyLightbox, open, () => setOpen(false));
  /** The address that gave no picture: a new one may. */
  const [failed, setFailed] = useState<string>();
  const { imageUrl, image, sender } = message;
  const { width, ratio } = getFrame(image);
  const blur = image ? blurUrl(image.blur) : undefined;
  const style = { width, aspectRatio: ratio, ...(blur && { "--blur": `url(${blur})` }) } as CSSProperties;
  const alt = mine ? "Photo you sent" : `Photo from ${sender.username}`;

  if (!imageUrl || !image || failed === imageUrl) {
    // Addresses end after a day or two: the conversation has newer ones.
    const again = () => {
      setFailed(undefined);
      void refetchQuery(cache, messageKeys.allMessages);
    };
    return (
      <button type="button" className={css.broken} style={style} onClick={again}>
        <ImageOff aria-hidden="true" />
        <span>{alt} did not load.</span> <span className={css.again}>Try again</span>
      </button>
    );
  }
  return (
    <>
      <button type="button" className={css.frame} style={style} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <img
          src={image.thumbnailUrl}
          srcSet={
            image.width > THUMBNAIL_WIDTH
              ? `${image.thumbnailUrl} ${THUMBNAIL_WIDTH}w, ${imageUrl} ${image.width}w`
              : undefined
          }
          sizes={`${width}px`}
          width={image.width}
          height={image.height}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(imageUrl)}
        />
      </button>
      <LazyRender as={here} open={open} onClose={() => setOpen(false)} src={imageUrl} image={image} alt={alt} />
    </>
  );
}
