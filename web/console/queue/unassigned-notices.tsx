import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { USERNAME_MAX } from "#contract/limits.ts";
import type { UnassignedNotice } from "#contract/moderation/unassigned-notices.ts";
import { casesKey, unassignedNoticesQuery } from "#web/console/case/cases.queries.ts";
import evidence from "#web/console/case/evidence.module.css";
import { ObjectionNote } from "#web/console/case/evidence.tsx";
import { NOTICE_NAMES } from "#web/console/case/signals.tsx";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import css from "#web/console/queue/unassigned-notices.module.css";
import { callStaff } from "#web/console/staff-api.ts";
import { timeLeft } from "#web/console/time-left.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

function Settle({ notice }: { notice: UnassignedNotice }) {
  const params = { noticeId: notice._id };
  const queryClient = useQueryClient();
  const [username, setUsername] = useState(notice.username);
  const done = async (words: string) => {
    toast(words, "done");
    await queryClient.invalidateQueries({ queryKey: casesKey });
  };
  const assign = useMutation({
    mutationFn: () => callStaff("POST /api/moderation/notices/:noticeId/assign", { params, body: { username } }),
    onSuccess: () => done("The notice is part of the member's case."),
  });
  const close = useMutation({
    mutationFn: () => callStaff("POST /api/moderation/notices/:noticeId/close", { params }),
    onSuccess: () => done("The notice is closed."),
  });
  const [isAsked, setAsked] = useState(false);
  const isPending = assign.isPending || close.isPending;
  const fieldError = assign.error instanceof ApiError ? assign.error.errors["username"] : undefined;
  const failed = close.error ?? (fieldError === undefined ? assign.error : null);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        close.reset();
        if (!isPending) assign.mutate();
      }}
    >
      <FormAlert message={failed ? getErrorMessage(failed, "The notice was not changed.") : undefined} />
      <Field label="Username" error={fieldError}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={USERNAME_MAX}
            autoComplete="off"
            value={username}
            onChange={({ target }) => setUsername(target.value)}
          />
        )}
      </Field>
      <div className={css.actions}>
        <Button
          type="submit"
          variant="line"
          disabled={username.trim() === "" || close.isPending}
          busy={assign.isPending ? "Assigning…" : undefined}
        >
          Assign to member
        </Button>
        {!notice.objection?.isForAnother && (
          <Button
            variant="line"
            disabled={assign.isPending}
            busy={close.isPending ? "Closing…" : undefined}
            onClick={() => setAsked(true)}
          >
            Close
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsked}
        title="Close this notice?"
        text="Its sender gets an email that nothing was found. That cannot be taken back."
        confirm="Close the notice"
        onConfirm={() => {
          assign.reset();
          close.mutate();
        }}
        onClose={() => setAsked(false)}
      />
    </form>
  );
}

/** They lead to no member, so they are in no case. */
export function UnassignedNotices({ isActive }: { isActive: boolean }) {
  const now = useNow();
  const query = useQuery(unassignedNoticesQuery);
  const notices = query.data?.notices ?? [];
  if (notices.length === 0)
    return query.isError ? (
      <InlineError message="The notices did not load." onRetry={() => void query.refetch()} />
    ) : null;
  return (
    <section className={css.section} aria-labelledby="unassigned-notices">
      <h2 id="unassigned-notices" className={classNames(typography.display, typography.d24)}>
        Notices without a member
      </h2>
      {isActive && <p className={typography.muted}>Closing one tells its sender that nothing was found.</p>}
      <ul className={css.list}>
        {notices.map((notice) => (
          <li key={notice._id} className={evidence.report}>
            <div className={evidence.head}>
              <h3 className={typography.strong}>{NOTICE_NAMES[notice.kind]}</h3>
              <span className={classNames(evidence.left, typography.number)}>{timeLeft(notice.dueAt, now)}</span>
            </div>
            <p className={classNames(typography.small, typography.muted)}>{notice.number}</p>
            <p className={evidence.text}>{notice.place}</p>
            <blockquote className={evidence.details}>{notice.details}</blockquote>
            {notice.objection && <ObjectionNote objection={notice.objection} />}
            {isActive && <Settle notice={notice} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
