import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { caseKey } from "#web/console/case/cases.queries.ts";
import css from "#web/console/case/note-form.module.css";
import { callStaff } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextArea } from "#web/ui/inputs.tsx";

export const NOTE_FIELD = "note";

/** About its member only for roles that work on members. */
export function NoteForm({ caseId, seesMembers }: { caseId: string; seesMembers: boolean }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const add = useMutation({
    mutationFn: (about: "case" | "member") =>
      callStaff("POST /api/moderation/cases/:caseId/notes", { params: { caseId }, body: { note: text, about } }),
    onSuccess: async () => {
      setText("");
      await queryClient.invalidateQueries({ queryKey: caseKey(caseId) });
    },
  });
  const isEmpty = text.trim() === "";
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) add.mutate(seesMembers ? "member" : "case");
      }}
    >
      <Field label="A note for colleagues">
        {(control) => (
          <TextArea
            {...control}
            data-field={NOTE_FIELD}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <FormAlert message={add.isError ? getErrorMessage(add.error, "The note was not saved.") : undefined} />
      <div className={css.actions}>
        {seesMembers && (
          <Button type="submit" variant="line" disabled={isEmpty} busy={add.isPending ? "Saving…" : undefined}>
            About the member
          </Button>
        )}
        <Button
          type={seesMembers ? "button" : "submit"}
          variant="line"
          disabled={isEmpty || add.isPending}
          onClick={seesMembers ? () => add.mutate("case") : undefined}
        >
          About the case
        </Button>
      </div>
    </form>
  );
}
