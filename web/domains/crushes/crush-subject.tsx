import type { CrushAbout } from "#contract/schemas.ts";
import css from "#web/domains/crushes/crush-subject.module.css";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { classNames } from "#web/ui/class-names.ts";

/** Nothing if it is not there any more. */
export function CrushSubject({ about, className }: { about: CrushAbout; className?: string | undefined }) {
  const profile = useOwnProfile().data?.profile;
  if (about.kind === "photo") {
    const photo = profile?.photos.find(({ _id }) => _id === about.photoId);
    if (!photo) return null;
    return (
      <p className={classNames(css.subject, className)}>
        <img src={photo.thumbnailUrl} alt="" width={32} height={32} className={css.photo} />
        Likes this photo of you
      </p>
    );
  }
  const prompt = profile?.prompts.find(({ question }) => question === about.question);
  if (!prompt) return null;
  return (
    <p className={classNames(css.subject, className)}>
      <span className={css.answer}>Likes your answer “{prompt.answer}”</span>
    </p>
  );
}
