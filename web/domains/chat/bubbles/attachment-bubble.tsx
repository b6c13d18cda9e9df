import { useQueryClient } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { type CSSProperties, useState } from "react";
import type { Message } from "#contract/chat/messages.ts";
import { adviceStore } from "#web/domains/chat/advice/advice-store.ts";
import { getFrame } from "#web/domains/chat/bubbles/attachment-rules.ts";
import css from "#web/domains/chat/bubbles/attachments.module.css";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { blurUrl } from "#web/domains/members/photos/blur.ts";
import { getSrcSet } from "#web/domains/members/photos/photo-srcset.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { Tag } from "#web/ui/badge.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyLightbox = lazyModule(() =>
  import("#web/domains/chat/bubbles/attachment-lightbox.tsx").then((file) => file.AttachmentLightbox),
);

interface Props {
  message: Message;
  mine: boolean;
  /** Shows only the blur, and does not load the image. */
  isCovered: boolean;
}

export function AttachmentBubble({ message, mine, isCovered }: Props) {
  const cache = useQueryClient();
  const [open, setOpen] = useState(false);
  const Lightbox = useLazyModule(lazyLightbox, open, () => setOpen(false));
  /** The URL that failed; a new one is tried again. */
  const [failed, setFailed] = useState<string>();
  const { imageUrl, image, sender } = message;
  const { width, ratio } = getFrame(image);
  const blur = image ? blurUrl(image.blur) : undefined;
  const style = { width, aspectRatio: ratio, ...(blur && { "--blur": `url(${blur})` }) } as CSSProperties;
  const alt = mine ? "Photo you sent" : `Photo from ${sender.username}`;

  if (message.imageCheck && !image)
    return (
      <p className={css.checked} style={style}>
        A picture is being checked
      </p>
    );
  if (!imageUrl || !image || failed === imageUrl) {
    // Signed URLs expire after a day or two; a refetch returns new ones.
    const retry = () => {
      setFailed(undefined);
      void refetchQuery(cache, messageKeys.allMessages);
    };
    return (
      <button type="button" className={css.broken} style={style} tabIndex={-1} onClick={retry}>
        <ImageOff aria-hidden="true" />
        <span>{alt} did not load.</span> <span className={css.again}>Try again</span>
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className={css.frame}
        style={style}
        tabIndex={-1}
        // The same button, so that the focus stays.
        {...(isCovered ? { "aria-label": `Show photo from ${sender.username}` } : { "aria-haspopup": "dialog" })}
        onClick={() => (isCovered ? adviceStore.add(sender._id, { showsPictures: true }) : setOpen(true))}
      >
        {isCovered ? (
          <span className={css.cover}>
            <span>Show photo</span>
          </span>
        ) : (
          <img
            src={image.thumbnailUrl}
            srcSet={getSrcSet({ ...image, url: imageUrl })}
            sizes={`${width}px`}
            width={image.width}
            height={image.height}
            alt={alt}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setFailed(imageUrl)}
          />
        )}
        {message.imageCheck && (
          <Tag variant="white" className={css.check}>
            {message.imageCheck === "held" ? "In review" : "Being checked"}
          </Tag>
        )}
      </button>
      <LazyRender as={Lightbox} open={open} onClose={() => setOpen(false)} src={imageUrl} image={image} alt={alt} />
    </>
  );
}
