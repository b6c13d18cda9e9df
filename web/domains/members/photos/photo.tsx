import { type CSSProperties, type ReactNode, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { useBlur } from "#web/domains/members/photos/blur.ts";
import { getInitial } from "#web/domains/members/photos/initial.ts";
import css from "#web/domains/members/photos/photo.module.css";
import { getFocusPosition } from "#web/domains/members/photos/photo-focus.ts";
import { getSrcSet } from "#web/domains/members/photos/photo-srcset.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** `high`: the first photo in view, which loads first. `auto`: may be in view, so it loads eagerly. */
export type PhotoPriority = "high" | "auto";

interface Props {
  photo: Photo | undefined;
  username: string;
  /** Width of the frame, as the `sizes` attribute of an `img`. */
  sizes: string;
  className?: string | undefined;
  /** Without one it loads lazily. */
  priority?: PhotoPriority | undefined;
  /** URL of a size that the browser has already loaded; shown over the blur until the photo arrives. */
  previewSrc?: string | undefined;
  /** The same link contains the name, so the alternative text leaves it out. */
  named?: boolean;
  /** Replaces the photo's own description; empty if the photo is decorative. */
  alt?: string;
  /** Overlays: a caption, a chip. */
  children?: ReactNode;
}

/** 4:5 with the blur as placeholder; a plate with the initial if there is none. */
export function MemberPhoto({ photo, username, sizes, className, priority, previewSrc, named, alt, children }: Props) {
  const blur = useBlur(photo?.blur);
  const focus = photo?.displayMode === "cover" ? getFocusPosition(photo) : undefined;
  const style = {
    ...(focus && { "--focus-point": focus }),
    ...(blur && { "--blur": `url(${blur})` }),
    ...(previewSrc && { "--stand-in": `url("${previewSrc}")`, "--fit": photo?.displayMode }),
  } as CSSProperties;
  return (
    <div className={classNames(css.frame, className)} style={style}>
      {photo ? (
        <Picture
          key={photo._id}
          photo={photo}
          alt={alt ?? (photo.alt || (named ? "Photo" : `Photo of ${username}`))}
          username={username}
          sizes={sizes}
          priority={priority}
        />
      ) : (
        <Plate username={username} label={alt ?? (named ? "No photo yet" : `${username} has no photo yet`)} />
      )}
      {children}
    </div>
  );
}

interface PictureProps {
  photo: Photo;
  alt: string;
  username: string;
  sizes: string;
  priority: PhotoPriority | undefined;
}

function Picture({ photo, alt, username, sizes, priority }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Plate username={username} label={alt} />;
  return (
    <img
      className={photo.displayMode === "cover" ? css.cover : css.contain}
      // Without `src`, which React sets again when it commits an image: Firefox would drop the request and repeat it.
      srcSet={getSrcSet(photo)}
      sizes={sizes}
      width={photo.width}
      height={photo.height}
      alt={alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ?? "auto"}
      // The inline script may have shown this photo: decoded later, it would disappear for a moment.
      decoding={priority === "high" ? "sync" : "async"}
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}

function Plate({ username, label }: { username: string; label: string }) {
  return (
    <>
      <svg className={css.plate} viewBox="0 0 200 250" aria-hidden="true">
        <circle className={css.disc} cx="100" cy="112" r="72" />
        <circle className={css.rim} cx="100" cy="112" r="63" />
        <path className={css.slot} d="M0-8.5h74v17H0z" transform="translate(100 112) rotate(-38)" />
        <circle className={css.slot} cx="100" cy="112" r="36" />
        <text className={css.initial} x="100" y="127" textAnchor="middle">
          {getInitial(username)}
        </text>
      </svg>
      {label && <span className={typography.hidden}>{label}</span>}
    </>
  );
}
