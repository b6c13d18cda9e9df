import { COMPLETION_MIN } from "#contract/limits.ts";
import css from "#web/features/profile/completion-bar.module.css";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** How complete the profile is, where saving begins, and what to do next. */
export function CompletionBar({ percent, next }: { percent: number; next: string }) {
  return (
    <section className={css.completion} aria-label="Profile completion">
      <div className={css.words}>
        <span className={typography.strong} role="status">
          {next}
        </span>
        <span className={classNames(typography.display, typography.d24, typography.number)}>{percent}%</span>
      </div>
      <div
        className={css.bar}
        role="progressbar"
        aria-label="Profile completion"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={css.done} style={{ width: `max(0px, ${percent}% - 6px)` }} />
        <span className={css.mark} style={{ left: `${COMPLETION_MIN}%` }} />
      </div>
      <p id="completion-needed" className={css.legend}>
        <span style={{ left: `${COMPLETION_MIN}%` }}>{COMPLETION_MIN}% to save</span>
      </p>
    </section>
  );
}
