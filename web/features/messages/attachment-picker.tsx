import { ImageIcon } from "lucide-react";
import { useRef, useState } from "react";
import { v4 as newId } from "uuid";
import css from "#web/features/messages/attachment-picker.module.css";
import {
  ATTACHMENT_ACCEPT,
  type AttachmentCredits,
  validateAttachment,
} from "#web/features/messages/attachment-validation.ts";
import type { PendingAttachment } from "#web/features/messages/attachments.queries.ts";
import { usePendingAttachment } from "#web/features/messages/pending-attachment.ts";
import { useFileDrop } from "#web/features/messages/use-file-drop.ts";
import { Drawn, part, usePart } from "#web/lib/part.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.tsx";

const lazyDialog = part(() =>
  import("#web/features/messages/attachment-dialog.tsx").then((file) => file.AttachmentDialog),
);

/** The composer's way to a picture: chosen with the button, pasted, or dropped on the chat. Nothing is sent unasked. */
export function AttachmentPicker({ userId, purse }: { userId: string; purse: AttachmentCredits }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const kept = usePendingAttachment(userId);
  const [chosen, setChosen] = useState<PendingAttachment | undefined>(kept.read);
  const [open, setOpen] = useState(chosen !== undefined);

  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const refusal = validateAttachment(file);
    if (refusal !== undefined) return toast(refusal, "error");
    setChosen({ file, clientId: newId() });
    setOpen(true);
  };
  const close = () => {
    kept.forget();
    setOpen(false);
  };
  const here = usePart(lazyDialog, open, () => setOpen(false));
  const over = useFileDrop(button, take);

  return (
    <>
      <IconButton ref={button} label="Send Image" className={css.button} onClick={() => input.current?.click()}>
        <ImageIcon />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={ATTACHMENT_ACCEPT}
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // The same one again is a choice, too.
          target.value = "";
        }}
      />
      {over && (
        <p className={css.drop}>
          <ImageIcon aria-hidden="true" />
          Drop the picture here
        </p>
      )}
      <Drawn
        as={here}
        userId={userId}
        chosen={chosen}
        open={open}
        credits={purse}
        onChooseOther={() => input.current?.click()}
        onBuy={() => chosen && kept.keep(chosen)}
        onClose={close}
        onClosed={() => setChosen(undefined)}
      />
    </>
  );
}
