import { useState } from "react";
import { getErrorMessage } from "#web/lib/api.ts";
import { useDeleteTraining } from "#web/screens/profile-editor/training/training.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Props {
  /** Called before the button disappears. */
  onDeleted: () => void;
  onSaved: () => void;
}

/** Ends the consent, too. */
export function DeleteWeek({ onDeleted, onSaved }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useDeleteTraining();
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
        onDeleted();
        onSaved();
        toast("Your week is deleted", "done");
      },
      onError: (error) => {
        setIsAsking(false);
        toast(getErrorMessage(error, "Your week could not be deleted. Please try again."), "error");
      },
    });
  return (
    <>
      <Button variant="text" onClick={() => setIsAsking(true)}>
        Delete my week
      </Button>
      <Confirm
        open={isAsking}
        title="Delete your week?"
        text="Your times and levels are erased at once, and so is your consent. You can fill them in again later."
        confirmLabel="Delete"
        cancelLabel="Keep it"
        danger
        busy={isPending ? "Deleting..." : undefined}
        onConfirm={remove}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
