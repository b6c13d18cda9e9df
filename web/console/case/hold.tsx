import type { EvidenceImage, Hold, HoldReason } from "#contract/moderation/cases.ts";
import css from "#web/console/case/evidence.module.css";
import { Picture } from "#web/console/case/pictures.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const CLASS_NAMES = { porn: "explicit", hentai: "an explicit drawing" } as const;

/** Bits of a hash; see `PDQ_DISTANCE_MAX`. */
const HASH_BITS = 256;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** In few words, as a row of the queue has them. */
export const HOLD_NAMES: Readonly<Record<HoldReason, string>> = {
  removed_copy: "Held as a copy of a picture that was removed",
  older_copy: "Others see it: an older copy of a picture that was removed",
  listed_copy: "Held as a copy of a picture on a list",
  explicit: "Held because the model takes it for explicit",
  unchecked: "Held because nothing could check it",
};

/** Why a picture waits, with what the check knows. */
export function describeHold({ reason, list, distance, explicit }: Hold): string {
  const isListed = reason === "listed_copy" && list !== null;
  return [
    isListed ? `Held as a copy of a picture on the list ‘${list}’` : HOLD_NAMES[reason],
    ...(distance === null ? [] : [`${distance} of ${HASH_BITS} bits differ`]),
    ...(explicit === null
      ? []
      : [`for the model it is ${CLASS_NAMES[explicit.class]} with a probability of ${percent(explicit.probability)}`]),
  ]
    .join("; ")
    .concat(".");
}

/** The picture of a case about a picture: alone and large, with why it waits. */
export function HeldPicture({ image, hold, isShown }: { image: EvidenceImage; hold: Hold | null; isShown: boolean }) {
  return (
    <section className={css.report} aria-label="The picture">
      <h2 className={typography.strong}>The picture</h2>
      {hold && <p className={classNames(typography.small)}>{describeHold(hold)}</p>}
      <Picture url={image.url} caption="the picture" isShown={isShown} isLarge />
    </section>
  );
}
