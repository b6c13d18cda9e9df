import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ACCESS_REASON_MAX, type CaseHead } from "#contract/moderation/cases.ts";
import { mayAct, type StaffRole, seesMembers } from "#contract/moderation/staff-roles.ts";
import { caseQuery } from "#web/console/case/cases.queries.ts";
import css from "#web/console/case/reason-form.module.css";
import { callStaff } from "#web/console/staff-api.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextArea } from "#web/ui/inputs.tsx";

/** Of an appeal or a request for another look. */
export const FOR_COLLEAGUE = "You made this decision, so a colleague who was here this week decides this.";

/** If the head of the page does not give the reason. */
function describeState({ isOpen, isForAnother, claim }: CaseHead, role: StaffRole): string | undefined {
  if (!isOpen) return "This case is closed.";
  if (isForAnother) return FOR_COLLEAGUE;
  const canClaim = mayAct(role) && (claim === null || claim.isMine);
  return canClaim ? "Claim this case to see what is in it." : undefined;
}

/** Replaces the evidence for a person who has not claimed the case. */
export function ReasonForm({ head, role }: { head: CaseHead; role: StaffRole }) {
  const { _id: caseId } = head;
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const look = useMutation({
    mutationFn: () => callStaff("POST /api/moderation/cases/:caseId/look", { params: { caseId }, body: { reason } }),
    onSuccess: (opened) => queryClient.setQueryData(caseQuery(caseId).queryKey, opened),
  });
  const fieldError = look.error instanceof ApiError ? look.error.errors["reason"] : undefined;
  const words = describeState(head, role);
  if (!seesMembers(role)) return <p className={css.form}>{words} Only who works on a case sees its pictures.</p>;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!look.isPending) look.mutate();
      }}
    >
      {words && <p>{words}</p>}
      <FormAlert
        message={look.isError && !fieldError ? getErrorMessage(look.error, "The case was not opened.") : undefined}
      />
      <Field
        label="Why do you look?"
        hint="Kept with your name, and shown in the case's history. No names of members."
        error={fieldError}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={ACCESS_REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="line" busy={look.isPending ? "Opening…" : undefined}>
        Show the case
      </Button>
    </form>
  );
}
