import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { caseKey } from "#web/console/case/cases.queries.ts";
import { useDraft } from "#web/console/case/drafts.ts";
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
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useMutation({
    mutationFn: (about: "case" | "member") =>
      callStaff("POST /api/moderation/cases/:caseId/notes", { params: { caseId }, body: { note: text, about } }),
    onSuccess: async () => {
      setText("");
      await queryClient.invalidateQueries({ queryKey: caseKey(caseId) });
    },
  });
  useDraft(text !== "");
  const save = (about: "case" | "member") => {
    if (add.isPending) return;
    const isEmpty = text.trim() === "";
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else add.mutate(about);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        save(seesMembers ? "member" : "case");
      }}
    >
      <Field label="A note for colleagues" error={isMissing ? "Write a note first." : undefined}>
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            data-field={NOTE_FIELD}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={({ target }) => {
              setMissing(false);
              setText(target.value);
            }}
          />
        )}
      </Field>
      <FormAlert message={add.isError ? getErrorMessage(add.error, "The note was not saved.") : undefined} />
      <div className={css.actions}>
        {seesMembers && (
          <Button
            type="submit"
            variant="line"
            busy={add.isPending && add.variables === "member" ? "Saving…" : undefined}
          >
            About the member
          </Button>
        )}
        <Button
          type={seesMembers ? "button" : "submit"}
          variant="line"
          busy={add.isPending && add.variables === "case" ? "Saving…" : undefined}
          onClick={seesMembers ? () => save("case") : undefined}
        >
          About the case
        </Button>
      </div>
    </form>
  );
}
