import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { REPORT_DETAILS_MAX, RETENTION_DAYS } from "#contract/limits.ts";
import { REPORT_REASONS, type ReportReason } from "#contract/moderation/report-reasons.ts";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import { type ReportBody, useReportMember } from "#web/domains/moderation/reports/blocks-and-reports.queries.ts";
import { EmergencyNumbers } from "#web/domains/moderation/reports/emergency-numbers.tsx";
import { ownReportsKey } from "#web/domains/moderation/reports/own-reports.queries.ts";
import css from "#web/domains/moderation/reports/report-sheet.module.css";
import { Button } from "#web/ui/button.tsx";
import { CheckChoice, RadioChoice } from "#web/ui/choice.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldError } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { TextArea } from "#web/ui/inputs.tsx";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

export interface ReportDialogProps {
  member: { readonly _id: string; readonly username: string };
  messageId?: string | undefined;
  open: boolean;
  onClose: () => void;
  onSent?: (() => void) | undefined;
  /** Called when the member was also blocked. */
  onBlocked: (message: string, link: ReactNode) => void;
}

interface ReportFormValues {
  reason: string;
  details: string;
  block: boolean;
}

const EMPTY_REPORT: ReportFormValues = { reason: "", details: "", block: true };

/** The number identifies the own report. */
const SEE_IT = <Link to="/settings/privacy#own-reports">See it</Link>;

const isReportReason = (text: string): text is ReportReason => REPORT_REASONS.some((reason) => reason === text);

/** Input survives closing the dialog, until the report is sent. @param onClosed called after the closing animation */
export function ReportSheet({
  member: { _id, username },
  messageId,
  open,
  onClose,
  onSent,
  onBlocked,
  onClosed,
}: ReportDialogProps & { onClosed: () => void }) {
  const cache = useQueryClient();
  const { mutateAsync } = useReportMember({ _id, username });
  const form = useForm<ReportFormValues>(EMPTY_REPORT, ({ reason }) =>
    isReportReason(reason) ? {} : { reason: "Choose a reason" },
  );
  const { values, errors, busy } = form;

  const send = async ({ reason, details, block }: ReportFormValues) => {
    if (!isReportReason(reason)) return;
    const body: ReportBody = { userId: _id, reason, details, messageId, block };
    // `useReportMember` shows the error.
    const answer = await mutateAsync(body).catch(() => undefined);
    if (!answer) return;
    void cache.invalidateQueries({ queryKey: ownReportsKey });
    form.reset(EMPTY_REPORT);
    if (block) return onBlocked(answer.message, SEE_IT);
    onSent?.();
    toast(answer.message, "done", undefined, SEE_IT);
    onClose();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      locked={busy}
      title={
        messageId === undefined ? (
          <>
            Report <BreakableName username={username} />
          </>
        ) : (
          "Report this message"
        )
      }
      description="It goes to the people who run Spotter. Nobody is told who sent it."
      className={css.sheet}
      onClosed={onClosed}
    >
      <form className={css.form} onSubmit={form.submit(send)} noValidate>
        <ReportReasonField chosen={values.reason} error={errors.reason} onChange={(reason) => form.set({ reason })} />
        <Field label="What happened? (optional)" aside={`${values.details.length} / ${REPORT_DETAILS_MAX}`}>
          {(control) => (
            <TextArea {...control} {...form.textProps("details")} rows={3} maxLength={REPORT_DETAILS_MAX} />
          )}
        </Field>
        <CheckChoice {...form.checkboxProps("block")}>Also block {username}</CheckChoice>
        <ReportRetentionNote username={username} />
        <div className={css.actions}>
          <Button variant="line" size="lg" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="lg" busy={busy ? "Sending..." : undefined}>
            Send Report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface Props {
  chosen: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

/** Scrolls the emergency number out from behind the actions, which cover it on a phone. */
const reveal = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" });

function ReportReasonField({ chosen, error, onChange }: Props) {
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
          <p ref={reveal} className={css.danger}>
            If someone is in danger now, call <EmergencyNumbers className={css.call} /> first. We cannot send help.
          </p>
        )}
      </div>
    </fieldset>
  );
}

function ReportRetentionNote({ username }: { username: string }) {
  return (
    <p className={classNames(typography.small, typography.muted)}>
      Kept with your report: the profile of {username} and the latest messages and photos between you, even if they are
      deleted later or were deleted in the last {RETENTION_DAYS} days.
    </p>
  );
}
