import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { allowsOutcome, dateInForce, hasBegun } from "#contract/training/date-rules.ts";
import { EFFORT_LABELS, SPORT_TEXTS } from "#contract/training/sports.ts";
import type { DateDetails, WorkoutDate } from "#contract/training/workout-date.ts";
import {
  canShareDate,
  describeChange,
  describeKept,
  describeOnMyWay,
  mayBeShared,
  viewDate,
} from "#web/domains/training/date-state.ts";
import { formatClock, formatDateDay, formatDaysAhead, formatMinutes } from "#web/domains/training/date-times.ts";
import { useNow } from "#web/lib/use-now.ts";
import css from "#web/screens/messages/dates/date-card.module.css";
import { DateActions } from "#web/screens/messages/dates/date-card-actions.tsx";
import { DateOutcome } from "#web/screens/messages/dates/date-outcome.tsx";
import { useCardVisibility } from "#web/screens/messages/dates/date-visibility.ts";
import { dateForm } from "#web/screens/messages/dates/form/date-form-store.ts";
import { ShortTime } from "#web/screens/messages/dates/form/date-time.tsx";
import { announce } from "#web/ui/announcer.ts";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

const lazySafety = lazyModule(() =>
  import("#web/screens/messages/dates/date-safety.tsx").then((file) => file.DateSafety),
);

export interface DateCardProps {
  me: string;
  userId: string;
  username: string;
  /** Undefined until the server has confirmed the card. */
  messageId: string | undefined;
  date: DateDetails | WorkoutDate;
  /** Not confirmed by the server. */
  outgoing: { readonly clientId: string; readonly state: string } | undefined;
  /** Undefined where that is not possible. */
  onReport?: (() => void) | undefined;
}

export function DateCard({ date, messageId, outgoing, ...place }: DateCardProps) {
  if (messageId !== undefined && "state" in date) return <SentCard {...place} messageId={messageId} date={date} />;
  return (
    <div className={css.card}>
      <p className={css.status}>Your proposal</p>
      <DateFacts date={date} isOff={false} />
      {outgoing?.state === "failed" && (
        <div className={css.actions} aria-live="off">
          <Button
            variant="line"
            wide
            tabIndex={-1}
            onClick={() => dateForm.set({ userId: place.userId, rejected: { clientId: outgoing.clientId, date } })}
          >
            Edit
          </Button>
        </div>
      )}
    </div>
  );
}

function SentCard({
  me,
  userId,
  username,
  messageId,
  date: stored,
  onReport,
}: Omit<DateCardProps, "outgoing"> & { messageId: string; date: WorkoutDate }) {
  const now = useNow();
  const date = dateInForce(stored, now);
  const reader = { me, username };
  const view = viewDate(date, reader, now);
  const { card, isNewlyAgreed, onAct } = useCardChanges(date, describeChange(date, reader, now));
  useCardVisibility(card, messageId);
  const kept = view.tone === "agreed" && !hasBegun(date, now) ? describeKept(date, reader) : undefined;
  const onMyWay = view.tone === "agreed" ? describeOnMyWay(date.onMyWay, reader) : undefined;
  return (
    <div ref={card} className={css.card} data-tone={view.tone}>
      <p className={css.status} aria-live="off">
        {(view.tone === "agreed" || view.tone === "trained") && <Plates isMoving={isNewlyAgreed} />}
        <span>{view.status}</span>
      </p>
      <DateFacts
        date={date}
        isOff={view.isOff}
        earlier={view.tone === "open" ? date.earlier : null}
        hasChoices={view.choices.length > 1}
      />
      <div aria-live="off">
        {kept && <p className={css.note}>{kept}.</p>}
        {onMyWay && <p className={css.note}>{onMyWay}</p>}
        <DateActions {...{ me, userId, username, messageId, date, view }} onAct={onAct} />
        <Safety messageId={messageId} date={date} />
        {allowsOutcome(date, now) && <DateOutcome {...{ userId, messageId, date, onAct, onReport }} />}
      </div>
    </div>
  );
}

/** Loads after the card, which keeps its room. */
function Safety({ messageId, date }: { messageId: string; date: WorkoutDate }) {
  const now = useNow();
  const canShare = canShareDate(date, now);
  const isShown = mayBeShared(date, now);
  const DateSafety = useLazyModule(lazySafety, isShown, () => undefined);
  if (!isShown) return null;
  return (
    <div className={classNames(css.safety, canShare && css.reserved)}>
      <LazyRender as={DateSafety} messageId={messageId} canShare={canShare} />
    </div>
  );
}

/** Each change once. Keeps the focus on the card when the pressed button is gone. */
function useCardChanges({ state, trainedTogether, ...date }: WorkoutDate, announcement: string) {
  const card = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  // That both have trained is the last change. It raises no version of the plan.
  const version = date.version + (trainedTogether ? 1 : 0);
  const [seen, setSeen] = useState({ version, state });
  const [agreedVersion, setAgreedVersion] = useState<number>();
  if (seen.version !== version) {
    setSeen({ version, state });
    if (trainedTogether || (state === "agreed" && !date.kept && seen.state !== "agreed")) setAgreedVersion(version);
  }
  const announced = useRef(version);
  useEffect(() => {
    if (announced.current === version) return;
    announced.current = version;
    announce(announcement);
  }, [version, announcement]);
  useLayoutEffect(() => {
    if (version > 0 && hasActed.current && document.activeElement === document.body)
      card.current?.closest<HTMLElement>("[data-menu]")?.focus({ preventScroll: true });
    hasActed.current = false;
  }, [version]);
  const onAct = () => {
    hasActed.current = true;
  };
  return { card, isNewlyAgreed: agreedVersion === version, onAct };
}

/** They lock together once when the date is agreed on this screen. */
function Plates({ isMoving }: { isMoving: boolean }) {
  return (
    <span className={classNames(css.plates, isMoving && css.locking)} aria-hidden="true">
      <PlateGlyph size={20} />
      <PlateGlyph size={20} />
    </span>
  );
}

interface FactsProps {
  date: DateDetails;
  isOff: boolean;
  /** The agreement before a change that waits for an answer. */
  earlier?: WorkoutDate["earlier"];
  hasChoices?: boolean;
}

function DateFacts({ date, isOff, earlier = null, hasChoices = false }: FactsProps) {
  const { sport, times, timeZone, minutes, place, effort } = date;
  const before = earlier && {
    sport: earlier.sport !== sport && SPORT_TEXTS[earlier.sport].label,
    times: earlier.times.some((time) => !times.includes(time)) && earlier.times,
    place: earlier.place !== place && earlier.place,
    length: earlier.minutes !== minutes && formatMinutes(earlier.minutes),
    effort: earlier.effort !== effort && earlier.effort && EFFORT_LABELS[earlier.effort],
  };
  return (
    <div className={classNames(css.facts, isOff && css.off)}>
      <h2 className={classNames(typography.display, typography.d20)}>
        <Struck text={before?.sport} />
        {SPORT_TEXTS[sport].label}
      </h2>
      {before?.times && (
        <del className={css.before} aria-live="off">
          <span className={typography.hidden}>Before: </span>
          {before.times.map((time) => (
            <ShortTime key={time} at={Date.parse(time)} timeZone={timeZone} />
          ))}
        </del>
      )}
      {times.length === 1 && <OnlyTime at={Date.parse(times[0] ?? "")} timeZone={timeZone} isOff={isOff} />}
      {times.length > 1 && !hasChoices && (
        <ul className={css.times} aria-label="Any of these">
          {times.map((time) => (
            <li key={time}>
              <ShortTime at={Date.parse(time)} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      <p className={css.place} dir="auto">
        <Struck text={before?.place} />
        {place}
      </p>
      <p className={css.chips}>
        <Chip size="sm">
          <Struck text={before?.length} />
          {formatMinutes(minutes)}
        </Chip>
        {(effort || before?.effort) && (
          <Chip size="sm">
            <Struck text={before?.effort} />
            {effort && EFFORT_LABELS[effort]}
          </Chip>
        )}
      </p>
    </div>
  );
}

function Struck({ text }: { text: string | false | undefined }) {
  if (!text) return null;
  return (
    <>
      <del className={css.before} aria-live="off">
        <span className={typography.hidden}>Before: </span>
        {text}
      </del>{" "}
    </>
  );
}

interface TimeProps {
  at: number;
  timeZone: string;
}

function OnlyTime({ at, timeZone, isOff }: TimeProps & { isOff: boolean }) {
  const now = useNow();
  return (
    <p className={css.when}>
      <time dateTime={new Date(at).toISOString()}>
        <span className={css.day}>{formatDateDay(at, timeZone, now)}</span>{" "}
        <span className={classNames(css.clock, typography.display)}>{formatClock(at, timeZone)}</span>
      </time>{" "}
      {!isOff && <span className={css.ahead}>{formatDaysAhead(at, timeZone, now)}</span>}
    </p>
  );
}
