import { type FocusEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { DAILY_SET_SIZE } from "#contract/limits.ts";
import { plural, spelled } from "#contract/words.ts";
import { useChangePrivacy } from "#web/domains/accounts/settings/settings.queries.ts";
import { useHeldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { useHasSentCrush } from "#web/domains/crushes/sent-crushes.queries.ts";
import { isDailyLimit } from "#web/domains/discovery/browse.queries.ts";
import { ProfileCard } from "#web/domains/discovery/profile-card.tsx";
import { getErrorMessage } from "#web/lib/api.ts";
import css from "#web/screens/browse/daily-set/daily-set.module.css";
import { useCards, useKeptPosition } from "#web/screens/browse/daily-set/kept-row.ts";
import type { ShownSet, useDailySet } from "#web/screens/browse/daily-set/shown-set.ts";
import { CardSkeleton } from "#web/screens/browse/profile-grid.tsx";
import { SetRack } from "#web/ui/brand/set-rack.tsx";
import { WeekPlates } from "#web/ui/brand/week-plates.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const formatTitle = (size: number): string => (size === DAILY_SET_SIZE ? "Today's five" : "Today's set");
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const SETTING_TOPIC = "daily-set";
const SAVE_FAILED = "Failed to save settings. Please try again.";

interface CardProps {
  action: (profile: BrowseProfile, nameId: string) => ReactNode;
  onPass: (profile: BrowseProfile) => () => void;
}

/** The set of the day, if there is one. */
export function DailySet({
  daily: { set, error, refetch },
  ...cards
}: CardProps & { daily: ReturnType<typeof useDailySet> }) {
  // Here, because the section is gone once it is turned off, and its toast can turn it on again.
  const turningOff = useTurnOff();
  if (error && !set && !isDailyLimit(error)) return <DailySetError onRetry={() => void refetch()} />;
  return set && <DailySetSection key={set.day} set={set} {...cards} {...turningOff} />;
}

/** Turns the sets off in the settings. A toast takes it back. */
function useTurnOff() {
  const { mutate, isPending } = useChangePrivacy();
  const change = (dailySet: boolean, done: () => void) =>
    mutate(
      { dailySet },
      { onSuccess: done, onError: (failure) => toast(getErrorMessage(failure, SAVE_FAILED, SAVE_FAILED), "error") },
    );
  const turnOn = () => change(true, () => toast("Today's five is back.", "done", SETTING_TOPIC));
  const turnOff = () =>
    change(false, () => {
      document.getElementById("main")?.focus({ preventScroll: true });
      toast("Today's five is off. Settings has it, under Privacy.", "done", SETTING_TOPIC, undefined, {
        label: "Undo",
        onPress: turnOn,
      });
    });
  return { turnOff, isTurningOff: isPending };
}

interface SectionProps extends CardProps, ReturnType<typeof useTurnOff> {
  set: ShownSet;
}

/** The set of one day: a rack that fills with each decision, and the cards that are left, in a row. */
function DailySetSection({ set, action, onPass, turnOff, isTurningOff }: SectionProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const hasFocus = useRef(false);
  const { size, isDone } = set;
  const isSent = useHasSentCrush();
  const cards = useCards(set, isSent);
  const held = useHeldCrushes();
  // A crush that can still be taken back counts.
  const heldCount = set.undecided.filter(({ id }) => held.some(({ memberId }) => memberId === id)).length;
  const racked = set.racked + heldCount;
  const row = useKeptPosition(set.day);

  useLayoutEffect(() => {
    // The last card is gone, and the focus with it.
    if (isDone && hasFocus.current && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true });
    }
  }, [isDone]);

  return (
    <section
      className={css.section}
      aria-labelledby={titleId}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={({ currentTarget, target }) =>
        // An element that is removed takes the focus along. It did not go anywhere else.
        queueMicrotask(() => {
          if (target.isConnected && !currentTarget.contains(document.activeElement)) hasFocus.current = false;
        })
      }
    >
      <div className={css.head}>
        <h2 id={titleId} ref={title} tabIndex={-1} className={classNames(typography.display, typography.d20)}>
          {formatTitle(size)}
        </h2>
        <SetRack slots={size} racked={racked} />
        <p role="status" className={typography.hidden}>
          {isDone ? "Set done." : `${racked} of ${size} decided`}
        </p>
        <Button
          variant="text"
          className={css.off}
          aria-describedby={titleId}
          busy={isTurningOff ? "Turning off..." : undefined}
          onClick={turnOff}
        >
          Turn off
        </Button>
      </div>
      {isDone && <DoneLine set={set} />}
      {cards.length > 0 && (
        <ul className={css.row} onFocus={showWholeCard} {...row}>
          {cards.map((profile, i) => (
            <li key={profile.id}>
              <ProfileCard
                profile={profile}
                heading="h3"
                priority={i === 0 ? "high" : "auto"}
                isSwipeable={false}
                action={(nameId) => action(profile, nameId)}
                onPass={isSent(profile) ? undefined : onPass(profile)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Browsers do not scroll to a focused card of which an edge is in view. For the keyboard only: under a pointer, the card
 * would move away. Not if the focus replaces that of a card that is gone, whose member may have scrolled on.
 */
function showWholeCard({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!relatedTarget || !target.matches(":focus-visible")) return;
  target.closest("li")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function DoneLine({ set }: { set: ShownSet }) {
  const days = set.week.map(({ day, state }) => ({ day, isDone: state === "done" }));
  const names = WEEKDAYS.filter((_, i) => days[i]?.isDone);
  return (
    <div className={css.done}>
      <WeekPlates days={days} isFull={names.length >= set.fullWeekSets} />
      <p>
        <span className={typography.strong}>Set done.</span>{" "}
        <span className={typography.muted}>{formatWeek(set, names.length)}</span>
        <span className={typography.hidden}> Done this week: {names.join(", ")}.</span>
      </p>
    </div>
  );
}

/** Without a word about days that are not done. */
export function formatWeek({ bonus, fullWeekSets, fullWeekBonus }: ShownSet, done: number): string {
  if (fullWeekBonus === 0) return `${plural(done, "One", String(done))} this week.`;
  const gift = `${spelled(fullWeekBonus)} ${plural(fullWeekBonus, "free crush", "free crushes")}`;
  if (bonus === "granted") return `Your week is full: ${gift}, added to yours.`;
  const rule = `${fullWeekSets} sets from Monday to Sunday give ${gift}`;
  if (bonus === "needs_email") return `${rule}, once your email address is confirmed.`;
  return done >= fullWeekSets ? `${rule}.` : `${rule}. ${done} so far.`;
}

/** Quiet, because Browse goes on below. */
const DailySetError = ({ onRetry }: { onRetry: () => void }) => (
  <p className={css.failure}>
    Today's five did not load.
    <Button variant="text" onClick={onRetry}>
      Try again
    </Button>
  </p>
);

/** The loading state, in the final shape. */
export const DailySetSkeleton = () => (
  <Delayed>
    <div className={css.section} aria-hidden="true">
      <div className={css.head}>
        <Skeleton className={css.title} />
      </div>
      <div className={css.row}>
        {["first", "second", "third", "fourth", "fifth"].map((key, i) => (
          <CardSkeleton key={key} isFirstPhoto={i === 0} />
        ))}
      </div>
    </div>
  </Delayed>
);
