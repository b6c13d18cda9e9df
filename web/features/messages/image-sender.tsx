import { ImageIcon } from "lucide-react";
import { useRef, useState } from "react";
import { v4 as newId } from "uuid";
import type { Chosen } from "#web/features/messages/image-api.ts";
import { ImageModal } from "#web/features/messages/image-modal.tsx";
import { IMAGE_ACCEPT, type ImagePurse, imageRefusal } from "#web/features/messages/image-rules.ts";
import css from "#web/features/messages/image-sender.module.css";
import { useIncomingFiles } from "#web/features/messages/use-incoming-files.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The composer's way to a picture: chosen with the button, pasted, or dropped on the chat. Nothing is sent unasked. */
export function ImageSender({ userId, purse }: { userId: string; purse: ImagePurse }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [open, setOpen] = useState(false);

  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const refusal = imageRefusal(file, purse);
    if (refusal !== undefined) return toast(refusal, "error");
    setChosen({ file, clientId: newId() });
    setOpen(true);
  };
  const over = useIncomingFiles(button, take);

  return (
    <>
      <IconButton ref={button} label="Send Image" className={css.button} onClick={() => input.current?.click()}>
        <ImageIcon />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={IMAGE_ACCEPT}
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
      <ImageModal
        userId={userId}
        chosen={chosen}
        open={open}
        purse={purse}
        onClose={() => setOpen(false)}
        onClosed={() => setChosen(undefined)}
      />
    </>
  );
}
