import { DAY_PARTS, WEEKDAYS } from "#contract/training-week.ts";
import { useWeekSelection } from "#web/features/training/use-week-selection.ts";
import css from "#web/features/training/week-grid.module.css";
import { formatHours, speakPart } from "#web/features/training/week-texts.ts";
import typography from "#web/ui/typography.module.css";

/** Each over two parts of a day: what is used of them before a match. */
const THIRDS = ["Morning", "Daytime", "Evening"] as const;

interface Props {
  parts: readonly number[];
  onChange: (parts: number[]) => void;
  /** Ids of the elements that name and describe it. */
  labelledBy: string;
  describedBy: string;
}

/** The 42 parts of a week, to be marked by tap, drag or keyboard. */
export function WeekGrid({ parts, onChange, labelledBy, describedBy }: Props) {
  const { active, handlers } = useWeekSelection(parts, onChange);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells to be pressed, which arrow keys move between
      role="grid"
      className={css.grid}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      {...handlers}
    >
      <thead>
        <tr>
          <td className={css.days} />
          {THIRDS.map((third) => (
            <th key={third} scope="colgroup" colSpan={DAY_PARTS.length / THIRDS.length} className={css.third}>
              {third}
            </th>
          ))}
        </tr>
        <tr>
          <th scope="col">
            <span className={typography.hidden}>Day</span>
          </th>
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
