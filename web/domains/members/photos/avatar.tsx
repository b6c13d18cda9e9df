import { type CSSProperties, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import css from "#web/domains/members/photos/avatar.module.css";
import { useBlur } from "#web/domains/members/photos/blur.ts";
import { getInitial } from "#web/domains/members/photos/initial.ts";
import { type FocusPoint, getFocusPosition } from "#web/domains/members/photos/photo-focus.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

type AvatarPhoto = Pick<Photo, "url" | "thumbnailUrl"> & FocusPoint & { readonly blur?: string };

interface Props {
  member: { readonly username: string; readonly profile: { readonly photos: readonly AvatarPhoto[] } };
  /** Diameter in pixels. */
  size?: number;
  /** Empty by default, because the name usually stands beside the avatar. */
  alt?: string;
  className?: string | undefined;
}

export function Avatar({ member, size = 56, alt = "", className }: Props) {
  const photo = member.profile.photos[0];
  const blur = useBlur(photo?.blur);
  const focus = photo && getFocusPosition(photo);
  const style = {
    "--size": `${size}px`,
    ...(blur && { "--blur": `url(${blur})` }),
    ...(focus && { "--focus-point": focus }),
  } as CSSProperties;
  return (
    <span className={classNames(css.avatar, className)} style={style}>
      {photo ? (
        <Face key={photo.url} photo={photo} size={size} alt={alt} username={member.username} />
      ) : (
        <Initial username={member.username} alt={alt} />
      )}
    </span>
  );
}

function Face({ photo, size, alt, username }: { photo: AvatarPhoto; size: number; alt: string; username: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Initial username={username} alt={alt} />;
  return (
    <img
      src={photo.thumbnailUrl}
      width={size}
      height={size}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}

function Initial({ username, alt }: { username: string; alt: string }) {
  return (
    <>
      <span aria-hidden="true">{getInitial(username)}</span>
      {alt && <span className={typography.hidden}>{alt}</span>}
    </>
  );
}
