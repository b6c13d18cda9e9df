import { ImageIcon } from "lucide-react";
import { useRef, useState } from "react";
import { v4 as newId } from "uuid";
import type { Chosen } from "#web/features/messages/image-api.ts";
import { IMAGE_ACCEPT, type ImagePurse, imageRefusal } from "#web/features/messages/image-rules.ts";
import css from "#web/features/messages/image-sender.module.css";
import { useKeptImage } from "#web/features/messages/kept-image.ts";
import { useIncomingFiles } from "#web/features/messages/use-incoming-files.ts";
import { Drawn, part, usePart } from "#web/lib/part.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.tsx";

const modal = part(() => import("#web/features/messages/image-modal.tsx").then((file) => file.ImageModal));

/** The composer's way to a picture: chosen with the button, pasted, or dropped on the chat. Nothing is sent unasked. */
export function ImageSender({ userId, purse }: { userId: string; purse: ImagePurse }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const kept = useKeptImage(userId);
  const [chosen, setChosen] = useState<Chosen | undefined>(kept.read);
  const [open, setOpen] = useState(chosen !== undefined);

  const take = ([file]: readonly File[]) => {
    if (!file) return;
    const refusal = imageRefusal(file);
    if (refusal !== undefined) return toast(refusal, "error");
    setChosen({ file, clientId: newId() });
    setOpen(true);
  };
  const close = () => {
    kept.forget();
    setOpen(false);
  };
  const here = usePart(modal, open, () => setOpen(false));
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
      <Drawn
        as={here}
        userId={userId}
        chosen={chosen}
        open={open}
        purse={purse}
        onChooseOther={() => input.current?.click()}
        onBuy={() => chosen && kept.keep(chosen)}
        onClose={close}
        onClosed={() => setChosen(undefined)}
      />
    </>
  );
}
