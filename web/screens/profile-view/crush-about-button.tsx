import { Heart } from "lucide-react";
import { useState } from "react";
import type { MemberView } from "#contract/discovery/discovery.ts";
import { CRUSH_COST } from "#contract/limits.ts";
import type { CrushAbout, MemberSummary } from "#contract/schemas.ts";
import { formatCrushes } from "#contract/words.ts";
import { type CrushCredits, useCrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { useCrushPress } from "#web/domains/crushes/crush-press.tsx";
import { useHeldCrush } from "#web/domains/crushes/held-crushes.ts";
import css from "#web/screens/profile-view/crush-about-button.module.css";
import { toMemberSummary } from "#web/screens/profile-view/member-summary.ts";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface Props {
  member: MemberSummary;
  about: CrushAbout;
  /** A crush was sent, about whatever. */
  isSent: boolean;
  isAnswer: boolean;
  credits: CrushCredits;
  /** Beside a text, or on a photo. */
  variant: "line" | "photo";
}

const isSame = (one: CrushAbout | undefined, other: CrushAbout): boolean =>
  one?.kind === "prompt" && other.kind === "prompt"
    ? one.question === other.question
    : one?.kind === "photo" && other.kind === "photo" && one.photoId === other.photoId;

/**
 * Sends a crush that says what it is about. Once there is a crush, only the button that it came from stays, filled; the
 * crush button takes it back.
 */
function CrushAboutButton({ member, about, isSent, isAnswer, credits, variant }: Props) {
  const held = useHeldCrush(member._id);
  const { press, dialog } = useCrushPress(member, { isAnswer, credits, about });
  const isHeld = isSame(held?.about, about);
  // Once it is sent, it is held no more.
  const [wasHeld, setWasHeld] = useState(isHeld);
  if (isHeld !== wasHeld && !isSent) setWasHeld(isHeld);
  const isChosen = isSent ? wasHeld : isHeld;
  if ((isSent || held) && !isChosen) return null;
  const what = about.kind === "prompt" ? `the answer to “${about.question}”` : "this photo";
  const cost = credits.free ? "" : `, costs ${formatCrushes(CRUSH_COST)}`;
  return (
    <>
      <IconButton
        variant={variant}
        label={isChosen ? `Your crush is on ${what}` : `Crush on ${what}${cost}`}
        aria-disabled={isChosen}
        className={classNames(css.heart, isChosen && css.chosen)}
        onClick={() => !isChosen && void press()}
      >
        <Heart />
        {!isChosen && !credits.free && (
          <span className={css.cost} aria-hidden="true">
            <PlateGlyph size={14} />
            {CRUSH_COST}
          </span>
        )}
      </IconButton>
      {dialog}
    </>
  );
}

/** @returns renders the button for a crush that says what on the profile it is about */
export function useCrushAbout({ user, crushSent, crushedOnMe, isMatch }: MemberView) {
  const credits = useCrushCredits();
  const shared = { member: toMemberSummary(user), isSent: crushSent || isMatch, isAnswer: crushedOnMe, credits };
  return (about: CrushAbout, variant: "line" | "photo") => (
    <CrushAboutButton {...shared} about={about} variant={variant} />
  );
}
