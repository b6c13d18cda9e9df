import { type FormEvent, useState } from "react";
import { PHOTO_ALT_MAX } from "#contract/limits.ts";
import type { Photo } from "#contract/schemas.ts";
import css from "#web/screens/profile-editor/photos/photo-description-dialog.module.css";
import type { useChangePhoto } from "#web/screens/profile-editor/photos/photos.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { TextArea } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Props {
  /** Undefined closes the dialog. */
  photo: Photo | undefined;
  onClose: () => void;
  change: ReturnType<typeof useChangePhoto>;
}

/** A failed save keeps the typed text. */
export function PhotoDescriptionDialog({ photo, onClose, change }: Props) {
  // The photo stays rendered during the closing animation.
  const [last, setLast] = useState(photo);
  if (photo && photo !== last) setLast(photo);
  return (
    <Dialog
      open={photo !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Photo description"
      description="Read out to members who cannot see the photo."
      size="sm"
    >
      {last && <DescriptionForm photo={last} onClose={onClose} change={change} />}
    </Dialog>
  );
}

function DescriptionForm({ photo: { _id, alt }, onClose, change }: Props & { photo: Photo }) {
  const [description, setDescription] = useState(alt);
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { photoId: _id, body: { alt: description } },
      {
        onSuccess: () => {
          toast("Description saved", "done");
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={save}>
      <Field label="Description" aside={`${description.length} / ${PHOTO_ALT_MAX}`}>
        {(control) => (
          <TextArea
            {...control}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
            rows={3}
            maxLength={PHOTO_ALT_MAX}
            placeholder="Halfway up a red wall, chalk everywhere"
          />
        )}
      </Field>
      <div className={css.actions}>
        <Button variant="line" size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="lg" busy={change.isPending ? "Saving..." : undefined}>
          Save
        </Button>
      </div>
    </form>
  );
}
