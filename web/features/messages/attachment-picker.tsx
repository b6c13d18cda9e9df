import { ImageIcon } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { v7 as newId } from "uuid";
import {
  ATTACHMENT_ACCEPT,
  type AttachmentCredits,
  validateAttachment,
} from "#web/features/messages/attachment-rules.ts";
import css from "#web/features/messages/attachments.module.css";
import { type PendingAttachment, usePendingAttachment } from "#web/features/messages/attachments.queries.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";

const lazyDialog = lazyModule(() =>
  import("#web/features/messages/attachment-dialog.tsx").then((file) => file.AttachmentDialog),
);

/** The composer's way to a picture: chosen with the button, pasted, or dropped on the chat. Nothing is sent unasked. */
export function AttachmentPicker({ userId, credits }: { userId: string; credits: AttachmentCredits }) {
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
  const here = useLazyModule(lazyDialog, open, () => setOpen(false));
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
      <LazyRender
        as={here}
        userId={userId}
        chosen={chosen}
        open={open}
        credits={credits}
        onChooseOther={() => input.current?.click()}
        onBuy={() => chosen && kept.keep(chosen)}
        onClose={close}
        onClosed={() => setChosen(undefined)}
      />
    </>
  );
}

/** Text that is copied together with a picture of it is text. */
const listFiles = (data: DataTransfer | null): File[] =>
  data && !data.types.includes("text/plain") ? [...data.files] : [];

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Takes files that are pasted on the screen, or dropped on the section that an element is in; none while a dialog is open.
 * @returns whether files are held over that section
 */
export function useFileDrop(place: RefObject<HTMLElement | null>, take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const isOver = (target: EventTarget | null): boolean =>
    target instanceof Node && place.current?.closest("section")?.contains(target) === true;

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = listFiles(event.clipboardData);
    if (files.length === 0 || isInDialog(event.target)) return;
    event.preventDefault();
    take(files);
  });
  const drag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    // What misses the chat must not be opened in its place.
    event.preventDefault();
    setOver(isOver(event.target));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    if (isOver(event.target)) take([...(event.dataTransfer?.files ?? [])]);
  });
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setOver(false);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("paste", paste, { signal });
    document.addEventListener("dragover", drag, { signal });
    document.addEventListener("drop", drop, { signal });
    document.addEventListener("dragleave", leave, { signal });
    return () => stop.abort();
  }, []);
  return over;
}
