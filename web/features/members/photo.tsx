import { type CSSProperties, type ReactNode, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { blurUrl } from "#web/features/members/blur.ts";
import { initialOf } from "#web/features/members/initial.ts";
import css from "#web/features/members/photo.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  photo: Photo | undefined;
  username: string;
  /** What the frame's width is, as an `img`'s `sizes`. */
  sizes: string;
  className?: string | undefined;
  /** Loads at once, before the pictures further down. */
  priority?: boolean;
  /** The address of a size of it that the browser has already; it lies over the blur. */
  standIn?: string | undefined;
  /** The name stands beside it in the same link, and is not said twice. */
  named?: boolean;
  /** Replaces the photo's own words: empty where the photo itself is beside it. */
  alt?: string;
  /** What lies over the photo: a caption, a chip. */
  children?: ReactNode;
}

/** A photo in its 4:5 frame, its blur standing in until it is there; a plate with the initial where there is none. */
export function MemberPhoto({ photo, username, sizes, className, priority, standIn, named, alt, children }: Props) {
  const blur = photo && blurUrl(photo.blur);
  const style = {
    ...(blur && { "--blur": `url(${blur})` }),
    ...(standIn && { "--stand-in": `url("${standIn}")`, "--fit": photo?.displayMode }),
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
        <Plate username={username} says={alt ?? (named ? "No photo yet" : `${username} has no photo yet`)} />
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
  priority: boolean | undefined;
}

function Picture({ photo, alt, username, sizes, priority }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Plate username={username} says={alt} />;
  return (
    <img
      className={photo.displayMode === "cover" ? css.cover : css.contain}
      src={photo.url}
      srcSet={photo.width > 320 ? `${photo.thumbnailUrl} 320w, ${photo.url} ${photo.width}w` : undefined}
      sizes={sizes}
      width={photo.width}
      height={photo.height}
      alt={alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : "auto"}
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}

/** A member without a picture is a weight plate, the initial on its hub. */
function Plate({ username, says }: { username: string; says: string }) {
  return (
    <>
      <svg className={css.plate} viewBox="0 0 200 250" aria-hidden="true">
        <circle className={css.disc} cx="100" cy="112" r="72" />
        <circle className={css.rim} cx="100" cy="112" r="63" />
        <path className={css.slot} d="M0-8.5h74v17H0z" transform="translate(100 112) rotate(-38)" />
        <circle className={css.slot} cx="100" cy="112" r="36" />
        <text className={css.initial} x="100" y="127" textAnchor="middle">
          {initialOf(username)}
        </text>
      </svg>
      {says && <span className={typography.hidden}>{says}</span>}
    </>
  );
}
