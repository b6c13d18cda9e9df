import { CalendarRange } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { COMPARISON_DAYS, SHARED_PARTS_MAX } from "#contract/training/date-rules.ts";
import type { WeekComparison } from "#contract/training/week-comparisons.ts";
import type { LocalTime } from "#web/domains/training/date-times.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useOnline } from "#web/lib/connection.ts";
import { formatMonthDay } from "#web/lib/format-date.ts";
import { getDeviceZone } from "#web/lib/time-zone.ts";
import { dateForm } from "#web/screens/messages/dates/form/date-form-store.ts";
import { describePart, findNextTime } from "#web/screens/messages/dates/form/next-part.ts";
import css from "#web/screens/messages/dates/weeks/compare-weeks.module.css";
import { useAskToCompare, useWeekComparison } from "#web/screens/messages/dates/weeks/compare-weeks.queries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  userId: string;
  username: string;
  /** The member sends it. */
  onTell: (line: string) => void;
}

const INVITATION =
  "I would compare weeks with you, to see when we both train. If you would too: it is the calendar at the top of our chat.";

export function CompareWeeks({ userId, username, onTell }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isTelling = useRef(false);
  const tell = () => {
    onTell(INVITATION);
    isTelling.current = true;
    setIsOpen(false);
  };
  // The closing dialog returns the focus to its button.
  const passFocusOn = () => {
    if (isTelling.current) document.querySelector<HTMLElement>("form textarea")?.focus();
    isTelling.current = false;
  };
  const plan = (at?: LocalTime) => {
    setIsOpen(false);
    dateForm.set({ userId, ...(at && { at }) });
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<CalendarRange />}
        className={css.open}
        onFocus={passFocusOn}
        onClick={() => setIsOpen(true)}
      >
        <span>Compare weeks</span>
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Compare weeks" size="sm" reading>
        <Comparison userId={userId} username={username} isOpen={isOpen} onPlan={plan} onTell={tell} />
      </Dialog>
    </>
  );
}

interface ComparisonProps extends Props {
  isOpen: boolean;
  onPlan: (at?: LocalTime) => void;
  /** Does not send it. */
  onTell: () => void;
}

function Comparison({ userId, username, isOpen, onPlan, onTell }: ComparisonProps) {
  const { data, isError, refetch } = useWeekComparison(userId, isOpen);
  const isOnline = useOnline();
  return (
    <div className={css.panel} role="status">
      {data ? (
        <State comparison={data} {...{ userId, username, onPlan, onTell }} />
      ) : isError ? (
        <InlineError message="This did not load." onRetry={() => void refetch()} />
      ) : (
        isOnline && (
          <Delayed>
            <Skeleton style={{ height: 72 }} />
            <Skeleton style={{ height: 44 }} />
          </Delayed>
        )
      )}
      {!isOnline && <p className={typography.muted}>You are offline. Weeks are compared once you are back.</p>}
    </div>
  );
}

interface StateProps extends Omit<ComparisonProps, "isOpen"> {
  comparison: WeekComparison;
}

function State({ comparison, userId, username, onPlan, onTell }: StateProps) {
  switch (comparison.state) {
    case "no_week":
      return (
        <>
          <p>Say when you train first, and share it. Then you and {username} can compare.</p>
          <ButtonLink to="/profile#my-week" wide>
            Say when you train
          </ButtonLink>
        </>
      );
    case "open":
      return (
        <Question kind="ask" label="I would compare" userId={userId}>
          <p>
            If you both say so, you both see up to {SHARED_PARTS_MAX} times that are in both your weeks. Nothing else of
            a week is shown.
          </p>
          <p className={typography.muted}>
            {username} is not told. They find the same button here, in your conversation.
          </p>
        </Question>
      );
    case "asked":
      return (
        <Question kind="take_back" label="Take back" userId={userId}>
          <p className={typography.strong}>You would compare.</p>
          <p>Once {username} says so as well, you both see here when you both train.</p>
          <p className={typography.muted}>
            They are not told, unless you do. We put a line into your message: change it as you like, and send it.
          </p>
          <Button wide onClick={onTell}>
            Tell them
          </Button>
        </Question>
      );
    case "shown":
      return <Answer username={username} comparison={comparison} onPlan={onPlan} />;
    case "resting":
      return (
        <p>
          This comparison has ended early, as one of you stopped sharing their week. You can both ask again from{" "}
          {formatMonthDay(comparison.until)}.
        </p>
      );
  }
}

interface QuestionProps {
  kind: "ask" | "take_back";
  label: string;
  userId: string;
  children: ReactNode;
}

function Question({ kind, label, userId, children }: QuestionProps) {
  const { mutate, isPending, error } = useAskToCompare(userId);
  const isOnline = useOnline();
  const isAsking = kind === "ask";
  return (
    <>
      {children}
      <Button
        wide={isAsking}
        variant={isAsking ? "solid" : "line"}
        disabled={!isOnline}
        busy={isPending ? "One moment..." : undefined}
        onClick={() => mutate(kind)}
      >
        {label}
      </Button>
      {error && (
        <div role="alert">
          <FieldError>{getErrorMessage(error, FAILED, FAILED)}</FieldError>
        </div>
      )}
    </>
  );
}
const FAILED = "That did not work. Please try again.";

interface AnswerProps {
  username: string;
  comparison: Extract<WeekComparison, { state: "shown" }>;
  onPlan: (at?: LocalTime) => void;
}

/** Each part opens the form of a date at its next time. */
function Answer({ username, comparison: { parts, until }, onPlan }: AnswerProps) {
  const zone = getDeviceZone();
  const day = formatMonthDay(until);
  if (parts.length === 0)
    return (
      <>
        <p className={typography.strong}>No time in common this week.</p>
        <p>Weeks bend. Ask {username} what could work, or suggest a time of your own.</p>
        <Button variant="line" wide onClick={() => onPlan()}>
          Plan a workout
        </Button>
        <p className={typography.muted}>This stays until {day}. Then you can both ask again.</p>
      </>
    );
  return (
    <>
      <p>You both train then:</p>
      <ul className={css.parts}>
        {parts.map((part) => {
          const { name, hours } = describePart(part);
          return (
            <li key={part} className={css.part}>
              <span className={css.words}>
                <span className={typography.strong}>{name}</span>
                <span className={typography.muted}>{hours}</span>
              </span>
              <Button
                variant="line"
                aria-label={`Plan ${name}`}
                onClick={() => onPlan(findNextTime(part, zone, Date.now()))}
              >
                Plan
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={typography.muted}>
        At most {SHARED_PARTS_MAX} times that are in both your weeks. They stay for {COMPARISON_DAYS} days, until {day},
        whatever either of you changes, unless one of you stops sharing.
      </p>
    </>
  );
}
