import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, Fragment, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { MemberSummary } from "#contract/schemas.ts";
import { unseenCrushesKey } from "#web/domains/crushes/crushes.queries.ts";
import css from "#web/domains/crushes/match-celebration.module.css";
import { dismissMatch, useCurrentMatch, useIsLastMatch } from "#web/domains/crushes/match-store.ts";
import { useMember } from "#web/domains/members/member.queries.ts";
import { BreakableName, longestPart } from "#web/domains/members/names/breakable-name.tsx";
import { OpenerList } from "#web/domains/members/opener-list.tsx";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { sharedInterests } from "#web/domains/members/shared-interests.ts";
import { call } from "#web/lib/api.ts";
import { formatBand } from "#web/lib/format-units.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { useUnits } from "#web/lib/units.ts";
import { Pulse } from "#web/ui/brand/pulse.tsx";
import { Rings } from "#web/ui/brand/rings.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { clearToasts } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** Same as the CSS variable `--change`: the next match is shown after the closing transition. */
const EXIT_MS = 200;
/** The device vibrates when the plates meet in the animation. */
const VIBRATION_DELAY_MS = 300;
const VIBRATION_PATTERN = [18, 60, 10];

/** Each match once. Mounted once, in the layout. @param onSend sends a message to the match */
export function MatchCelebration({ onSend }: { onSend: (memberId: string, text: string) => void }) {
  const match = useCurrentMatch();
  return match && <CelebrationDialog key={match.member._id} {...match} onSend={onSend} />;
}

/**
 * Restores the focus. A button that sent the crush is disabled or unmounted by then, so a link in the same container
 * gets it.
 */
function restoreFocus(before: Element | null, around: Element | null): void {
  const isUnusable = !before?.isConnected || (before instanceof HTMLButtonElement && before.disabled);
  const target = isUnusable ? around?.querySelector("a[href]") : before;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

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
  onSend: (memberId: string, text: string) => void;
}

function CelebrationDialog({ member, focusedBefore: before, focusContainer: around, onSend }: Props) {
  const { _id, username, profile } = member;
  const own = useOwnProfile().data;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNavigating = useRef(false);
  const [open, setOpen] = useState(true);

  useDialogHistory(open, () => setOpen(false));
  useEffect(vibrateOnMatch, []);
  const isLast = useIsLastMatch();
  useEffect(() => {
    // All of them are seen then. If it fails, they are celebrated once more.
    if (!isLast) return;
    call("PUT /api/crushes/new-matches/seen", {}).then(
      () => void refetchQuery(cache, unseenCrushesKey),
      () => undefined,
    );
  }, [isLast, cache]);
  useEffect(clearToasts, []);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(dismissMatch, EXIT_MS);
    return () => clearTimeout(timer);
  }, [open]);

  function openChat(text?: string): void {
    isNavigating.current = true;
    setOpen(false);
    if (text !== undefined) onSend(_id, text);
    void navigate(`/messages/${_id}`);
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
            if (!isNavigating.current) restoreFocus(before, around);
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
            <div className={css.textBlock}>
              <Radix.Title ref={heading} tabIndex={-1} className={classNames(typography.display, css.title)}>
                It's a match
              </Radix.Title>
              <Radix.Description className={css.line}>
                You and <BreakableName username={username} /> crushed each other. <SharedInterestsLine memberId={_id} />
              </Radix.Description>
              <OpenerList memberId={_id} onSend={openChat} className={css.openers} />
              <div className={css.actions}>
                <Button variant="crush" size="lg" onClick={() => openChat()}>
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

const SHOWN_MAX = 3;

/** Shared interests and the distance; empty until both profiles are loaded and they share an interest. */
function SharedInterestsLine({ memberId }: { memberId: string }) {
  const mine = useOwnProfile().data?.profile.interests ?? [];
  const member = useMember(memberId).data;
  const units = useUnits();
  const shared = sharedInterests(mine, member?.user.profile.interests ?? []).slice(0, SHOWN_MAX);
  if (shared.length === 0) return null;
  const distance = member?.distance && formatBand(member.distance, units);
  const separator = (i: number) => (i === 0 ? "" : i === shared.length - 1 ? " and " : ", ");
  return (
    <>
      You're both into{" "}
      {shared.map((interest, i) => (
        <Fragment key={interest}>
          {separator(i)}
          <b className={css.shared}>{interest}</b>
        </Fragment>
      ))}
      {distance && `, ${distance.charAt(0).toLowerCase()}${distance.slice(1)} apart`}.
    </>
  );
}
