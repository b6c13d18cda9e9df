import { Fragment } from "react";
import { DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";
import { plural } from "#contract/words.ts";
import { useUnits } from "#web/lib/units.ts";
import {
  describeCount,
  describeParts,
  describeSpan,
  describeSuggestedLevel,
  describeUnread,
  PROBLEM_TEXTS,
} from "#web/screens/profile-editor/training/files/file-texts.ts";
import css from "#web/screens/profile-editor/training/files/files-preview.module.css";
import type { UnreadFile } from "#web/screens/profile-editor/training/files/read-files.ts";
import type { SuggestedWeek } from "#web/screens/profile-editor/training/files/week-of-workouts.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  ref: (element: HTMLElement | null) => void;
  /** Undefined if no file has a workout. */
  week: SuggestedWeek | undefined;
  unread: readonly UnreadFile[];
  leftOut: string | undefined;
  onUse: (week: SuggestedWeek) => void;
  onCancel: () => void;
}

export function FilesPreview({ ref, week, unread, leftOut, onUse, onCancel }: Props) {
  const units = useUnits();
  const hasParts = week !== undefined && week.parts.length > 0;
  const isUseful = hasParts || (week !== undefined && week.levels.length > 0);
  return (
    <>
      <h3 ref={ref} tabIndex={-1} className={classNames(css.title, typography.strong)}>
        {week ? describeCount(week) : "No workouts found"}
      </h3>
      {week && <p className={classNames(typography.small, typography.muted)}>{describeSpan(week)}</p>}
      {leftOut && <p className={classNames(typography.small, typography.muted)}>{leftOut}</p>}
      {hasParts && <WeekPicture parts={week.parts} />}
      {week && !hasParts && (
        <p>
          {plural(week.count, "One workout is not a habit yet.", "No time of the week comes twice yet.")} Add more
          files.
        </p>
      )}
      {week && week.levels.length > 0 && (
        <ul className={css.levels}>
          {week.levels.map((level) => (
            <li key={level.sport}>{describeSuggestedLevel(level, units)}</li>
          ))}
        </ul>
      )}
      {unread.length > 0 && <UnreadFiles files={unread} isOpen={!week} />}
      <div className={css.actions}>
        {isUseful && <Button onClick={() => onUse(week)}>Use these</Button>}
        <Button variant="line" onClick={onCancel}>
          {isUseful ? "Cancel" : "Close"}
        </Button>
      </div>
    </>
  );
}

/** Parts that were trained in twice. */
function WeekPicture({ parts }: { parts: readonly number[] }) {
  return (
    <div role="img" aria-label={describeParts(parts)} className={css.picture}>
      <span />
      {DAY_PARTS.map(({ label }) => (
        <span key={label} className={css.part}>
          {label}
        </span>
      ))}
      {WEEKDAYS.map((weekday, day) => (
        <Fragment key={weekday}>
          <span className={css.day}>{weekday.slice(0, 3)}</span>
          {DAY_PARTS.map(({ label }, part) => (
            <span key={label} className={css.cell} data-on={parts.includes(day * DAY_PARTS.length + part)} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function UnreadFiles({ files, isOpen }: { files: readonly UnreadFile[]; isOpen: boolean }) {
  return (
    <details className={css.unread} open={isOpen}>
      <summary>{describeUnread(files.length)}</summary>
      <ul>
        {files.map(({ name, problem }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list does not change
          <li key={i}>
            {name}: {PROBLEM_TEXTS[problem]}
          </li>
        ))}
      </ul>
    </details>
  );
}
