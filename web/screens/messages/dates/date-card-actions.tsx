import { useState } from "react";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { type DateView, describeKeep } from "#web/domains/training/date-state.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useOnline } from "#web/lib/connection.ts";
import { useNow } from "#web/lib/use-now.ts";
import css from "#web/screens/messages/dates/date-card.module.css";
import { type DateAction, isDateChangedError, useDateAct } from "#web/screens/messages/dates/dates.queries.ts";
import { dateForm } from "#web/screens/messages/dates/form/date-form-store.ts";
import { ShortTime } from "#web/screens/messages/dates/form/date-time.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { FieldError } from "#web/ui/field.tsx";

const ENDINGS = { decline: "Not this time", take_back: "Take back", call_off: "Call off" } as const;
const FAILED = "That did not work. Please try again.";

interface Props {
  me: string;
  userId: string;
  username: string;
  messageId: string;
  date: WorkoutDate;
  view: DateView;
  /** Before each request: the button may be gone afterwards. */
  onAct: () => void;
}

/** They name the version that is shown. */
export function DateActions({ me, userId, username, messageId, date, view, onAct }: Props) {
  const { version, timeZone, calendarUrl } = date;
  const { choices, ending } = view;
  const { mutate, isPending, variables, error } = useDateAct({ me, userId, messageId });
  const [chosen, setChosen] = useState<string>();
  /** A later version has to be asked about again. */
  const [askedVersion, setAskedVersion] = useState<number>();
  const isOnline = useOnline();
  const now = useNow();
  const keepLabel = view.tone === "open" ? describeKeep(date, now) : undefined;
  const time = choices.length === 1 ? choices[0] : choices.find((one) => one === chosen);
  const run = (act: DateAction) => {
    setAskedVersion(undefined);
    onAct();
    if (!isPending) mutate(act);
  };
  const busy = (kind: DateAction["kind"], text: string) => (isPending && variables.kind === kind ? text : undefined);
  const plan = () => dateForm.set({ userId, card: { messageId, date } });
  const shared = { tabIndex: -1, disabled: !isOnline } as const;
  const isMyTurn = choices.length > 0;
  const end = () => run({ kind: isMyTurn ? "decline" : "call_off", version });
  // Other failures concern the version that was seen.
  const isStale = variables && "version" in variables && variables.version !== version;
  const isChanged = isDateChangedError(error);
  if ((view.tone === "closed" || view.tone === "trained") && !isChanged) return null;
  return (
    <div className={css.actions}>
      {choices.length > 1 && (
        <TimeChoices choices={choices} chosen={time} timeZone={timeZone} disabled={!isOnline} onChoose={setChosen} />
      )}
      {isMyTurn && (
        <Button
          {...shared}
          wide
          disabled={!isOnline || time === undefined}
          busy={busy("agree", "Agreeing...")}
          onClick={() => time !== undefined && run({ kind: "agree", version, time })}
        >
          {time === undefined ? "Choose a time to agree" : "Agree"}
        </Button>
      )}
      {keepLabel && (
        <Button
          {...shared}
          wide
          variant="line"
          busy={busy("keep", "Saving...")}
          onClick={() => run({ kind: "keep", version })}
        >
          {keepLabel}
        </Button>
      )}
      {view.canSetOnMyWay && (
        <Button
          {...shared}
          wide
          variant={isMyTurn ? "line" : "solid"}
          busy={busy("on_my_way", "Sending...")}
          onClick={() => run({ kind: "on_my_way" })}
        >
          On my way
        </Button>
      )}
      <div className={css.row}>
        {view.tone === "agreed" && calendarUrl !== null && (
          <a className={classNames(css.link, view.canSetOnMyWay && css.second)} href={calendarUrl} tabIndex={-1}>
            Add to calendar
          </a>
        )}
        {(isMyTurn || view.canChange) && (
          <Button {...shared} variant="line" onClick={plan}>
            {isMyTurn ? "Other time" : "Change"}
          </Button>
        )}
        {ending && (
          <Button
            {...shared}
            variant="text"
            busy={busy(isMyTurn ? "decline" : "call_off", "Saving...")}
            onClick={() => (ending === "call_off" ? setAskedVersion(version) : end())}
          >
            {ENDINGS[ending]}
          </Button>
        )}
      </div>
      {!isOnline && <p className={css.note}>You are offline. You can answer once you are back.</p>}
      {error && (isChanged || !isStale) && (
        <div role="alert" className={css.error}>
          <FieldError>
            {isChanged ? "It has changed since: look again." : getErrorMessage(error, FAILED, FAILED)}
          </FieldError>
        </div>
      )}
      <Confirm
        open={askedVersion === version}
        title="Call off this date?"
        text={`${username} is told at once. You can plan another one any time.`}
        confirmLabel="Call off"
        cancelLabel="Keep it"
        danger
        onConfirm={end}
        onCancel={() => setAskedVersion(undefined)}
      />
    </div>
  );
}

interface ChoicesProps {
  choices: readonly string[];
  chosen: string | undefined;
  timeZone: string;
  disabled: boolean;
  onChoose: (time: string) => void;
}

/** Buttons rather than radios: in the conversation the arrow keys move between messages. */
function TimeChoices({ choices, chosen, timeZone, disabled, onChoose }: ChoicesProps) {
  return (
    <fieldset className={css.choices} aria-label="Choose a time">
      {choices.map((time) => (
        <button
          key={time}
          type="button"
          className={css.choice}
          aria-pressed={time === chosen}
          tabIndex={-1}
          disabled={disabled}
          onClick={() => onChoose(time)}
        >
          <ShortTime at={Date.parse(time)} timeZone={timeZone} />
        </button>
      ))}
    </fieldset>
  );
}
