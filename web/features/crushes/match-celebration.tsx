import { Check, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, Fragment, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { MemberSummary } from "#contract/schemas.ts";
import css from "#web/features/crushes/match-celebration.module.css";
import { closeMatch, useCurrentMatch } from "#web/features/crushes/match-store.ts";
import { BreakableName, longestPart } from "#web/features/members/breakable-name.tsx";
import { useMember } from "#web/features/members/member.queries.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { sharedInterests } from "#web/features/members/shared-interests.ts";
import { Pulse } from "#web/ui/brand/pulse.tsx";
import { Rings } from "#web/ui/brand/rings.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

/** The way out takes as long as `--change`; then the next match may have its moment. */
const EXIT_MS = 200;
/** When the plates meet, and how that feels: a knock, and a lighter one. */
const VIBRATION_DELAY_MS = 300;
const VIBRATION_PATTERN = [18, 60, 10];

/** Opens by itself for each new match, once. Mounted once, in the layout. */
export function MatchCelebration() {
  const match = useCurrentMatch();
  return match && <CelebrationDialog key={match.member._id} {...match} />;
}

/** Puts the focus back where it was; a button that sent the crush is spent or gone by then, so a link beside it takes it. */
function restoreFocus(before: Element | null, around: Element | null): void {
  const spent = !before?.isConnected || (before instanceof HTMLButtonElement && before.disabled);
  const target = spent ? around?.querySelector("a[href]") : before;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** The plates lock in one's hand, too, where the device can and one has just tapped it. */
function vibrateOnMatch(): (() => void) | undefined {
  if (!("vibrate" in navigator) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const timer = setTimeout(
    () => navigator.userActivation.hasBeenActive && navigator.vibrate(VIBRATION_PATTERN),
    VIBRATION_DELAY_MS,
  );
  return () => clearTimeout(timer);
}

interface Props {
  member: MemberSummary;
  focusedBefore: Element | null;
  focusContainer: Element | null;
}

function CelebrationDialog({ member, focusedBefore: before, focusContainer: around }: Props) {
  const { _id, username, profile } = member;
  const own = useOwnProfile().data;
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const leaving = useRef(false);
  const [open, setOpen] = useState(true);
  const [opener, setOpener] = useState<string>(OPENERS[0]);

  useEffect(vibrateOnMatch, []);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(closeMatch, EXIT_MS);
    return () => clearTimeout(timer);
  }, [open]);

  function sendMessage(): void {
    leaving.current = true;
    setOpen(false);
    void navigate(`/messages/${_id}`, { state: { draft: opener } });
  }

  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Portal>
        <Radix.Content
          className={css.moment}
          data-sheet=""
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            heading.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!leaving.current) restoreFocus(before, around);
          }}
        >
          <Pulse draw className={css.pulse} at={316} spike={72} base={90} />
          <div className={css.stage}>
            <div className={css.plates}>
              <Rings
                play="once"
                left={own?.profile.photos[0]?.url}
                right={profile.photos[0]?.url}
                leftAlt="You"
                rightAlt={username}
              />
              <span className={css.clink} aria-hidden="true">
                clink!
              </span>
              <p className={css.who} style={{ "--longest": longestPart(username) } as CSSProperties} aria-hidden="true">
                <span className={css.you}>You</span>
                <span className={css.them}>
                  <BreakableName username={username} />
                  {profile.age !== null && `, ${profile.age}`}
                </span>
              </p>
            </div>
            <div className={css.words}>
              <Radix.Title ref={heading} tabIndex={-1} className={classNames(typography.display, css.title)}>
                It's a match
              </Radix.Title>
              <Radix.Description className={css.line}>
                You and <BreakableName username={username} /> crushed each other. <SharedInterestsLine memberId={_id} />
              </Radix.Description>
              <Openers chosen={opener} onChoose={setOpener} />
              <div className={css.actions}>
                <Button variant="crush" size="lg" onClick={sendMessage}>
                  Send Message
                </Button>
                <Button variant="text" size="lg" onClick={() => setOpen(false)}>
                  Keep browsing
                </Button>
              </div>
            </div>
          </div>
          <Radix.Close asChild>
            <IconButton label="Close" className={css.close}>
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** First messages that ask for an answer. */
const OPENERS = [
  "What's on your bar for leg day?",
  "Your rest day looks like mine. Pancakes?",
  "I need a spot on Thursday. You in?",
] as const;

/** Three first messages as bubbles, one of them chosen. */
function Openers({ chosen, onChoose }: { chosen: string; onChoose: (opener: string) => void }) {
  return (
    <fieldset className={css.openers}>
      <legend className={css.legend}>Say something worth answering</legend>
      {OPENERS.map((opener) => (
        <label key={opener} className={css.bubble}>
          <input
            type="radio"
            name="opener"
            className={css.radio}
            checked={opener === chosen}
            onChange={() => onChoose(opener)}
          />
          {opener}
          {opener === chosen && <Check aria-hidden="true" />}
        </label>
      ))}
    </fieldset>
  );
}

const SHOWN_MAX = 3;

/** What both are into and how far apart they are; nothing until it is known that they share something. */
function SharedInterestsLine({ memberId }: { memberId: string }) {
  const mine = useOwnProfile().data?.profile.interests ?? [];
  const member = useMember(memberId).data;
  const shared = sharedInterests(mine, member?.user.profile.interests ?? []).slice(0, SHOWN_MAX);
  if (shared.length === 0) return null;
  const distance = member?.distance;
  const joint = (i: number) => (i === 0 ? "" : i === shared.length - 1 ? " and " : ", ");
  return (
    <>
      You're both into{" "}
      {shared.map((interest, i) => (
        <Fragment key={interest}>
          {joint(i)}
          <b className={css.shared}>{interest}</b>
        </Fragment>
      ))}
      {distance && `, ${distance.charAt(0).toLowerCase()}${distance.slice(1)} apart`}.
    </>
  );
}
