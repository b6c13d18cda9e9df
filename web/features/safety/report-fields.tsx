import { useId } from "react";
import { REPORT_REASONS } from "#contract/catalog.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import css from "#web/features/safety/report-sheet.module.css";
import { RadioChoice } from "#web/ui/choice.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldError } from "#web/ui/field.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  chosen: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

/** Why somebody is reported, one of a list. Where someone is in danger, who can help comes first. */
export function ReportReasonField({ chosen, error, onChange }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}error` : undefined}>
      <legend className={css.legend}>Why do you report them?</legend>
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
      {REPORT_REASONS.map((reason) => (
        <RadioChoice
          key={reason}
          name={id}
          value={reason}
          checked={chosen === reason}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}error` : undefined}
          onChange={() => onChange(reason)}
        >
          {reason}
        </RadioChoice>
      ))}
      <div role="status">
        {chosen === "Someone is in danger" && (
          <p className={css.danger}>
            If someone is in danger now, call{" "}
            <a href="tel:911" className={css.call}>
              911
            </a>{" "}
            first. We cannot send help.
          </p>
        )}
      </div>
    </fieldset>
  );
}

/** What the report keeps. */
export function ReportRetentionNote({ username }: { username: string }) {
  return (
    <p className={classNames(typography.small, typography.muted)}>
      Kept with your report: the profile of {username} and the latest messages and photos between you, even if they are
      deleted later or were deleted in the last {RETENTION_DAYS} days.
    </p>
  );
}
