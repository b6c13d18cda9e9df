import { useQueryClient } from "@tanstack/react-query";
import { ImageIcon } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { canBuy, setBalance, useWallet, walletKey } from "#web/domains/billing/wallet.queries.ts";
import {
  ATTACHMENT_ACCEPT,
  type AttachmentCredits,
  validateAttachment,
} from "#web/domains/chat/bubbles/attachment-rules.ts";
import css from "#web/domains/chat/bubbles/attachments.module.css";
import { newId } from "#web/lib/new-id.ts";
import { type PendingAttachment, usePendingAttachment } from "#web/screens/messages/composer/pending-attachment.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";

const lazyDialog = lazyModule(() =>
  import("#web/screens/messages/composer/attachment-dialog.tsx").then((file) => file.AttachmentDialog),
);

/** By the button, by pasting, or by dropping it on the chat. Nothing is sent without a confirmation. */
export function AttachmentPicker({ userId }: { userId: string }) {
  const credits = useAttachmentCredits();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pending = usePendingAttachment(userId);
  const [chosen, setChosen] = useState<PendingAttachment | undefined>(pending.read);
  const [open, setOpen] = useState(chosen !== undefined);

  const select = ([file]: readonly File[]) => {
    if (!file) return;
    const problem = validateAttachment(file);
    if (problem !== undefined) return toast(problem, "error");
    setChosen({ file, clientId: newId() });
    setOpen(true);
  };
  const close = () => {
    pending.clear();
    setOpen(false);
  };
  const LazyDialog = useLazyModule(lazyDialog, open, () => setOpen(false));
  const isDraggedOver = useFileDrop(button, select);

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
          select([...(target.files ?? [])]);
          // Selecting the same file again must fire `change`.
          target.value = "";
        }}
      />
      {isDraggedOver && (
        <p className={css.drop}>
          <ImageIcon aria-hidden="true" />
          Drop the picture here
        </p>
      )}
      <LazyRender
        as={LazyDialog}
        userId={userId}
        chosen={chosen}
        open={open}
        credits={credits}
        onChooseOther={() => input.current?.click()}
        onBuy={() => chosen && pending.save(chosen)}
        onClose={close}
        onClosed={() => setChosen(undefined)}
      />
    </>
  );
}

function useAttachmentCredits(): AttachmentCredits {
  const cache = useQueryClient();
  const { data: wallet } = useWallet();
  return {
    free: wallet?.hasActiveSubscription ?? false,
    balance: wallet?.balance,
    canBuy: canBuy(wallet),
    onSent: (remaining) => setBalance(cache, remaining),
    onSendError: () => void cache.invalidateQueries({ queryKey: walletKey }),
  };
}

/** Clipboard data that includes text, as copied from a word processor, is pasted as text. */
const listFiles = (data: DataTransfer | null): File[] =>
  data && !data.types.includes("text/plain") ? [...data.files] : [];

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Files may be pasted anywhere on the screen or dropped on the element's section, unless a dialog is open.
 * @returns true while files are dragged over that section
 */
export function useFileDrop(
  elementRef: RefObject<HTMLElement | null>,
  select: (files: readonly File[]) => void,
): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const isOver = (target: EventTarget | null): boolean =>
    target instanceof Node && elementRef.current?.closest("section")?.contains(target) === true;

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = listFiles(event.clipboardData);
    if (files.length === 0 || isInDialog(event.target)) return;
    event.preventDefault();
    select(files);
  });
  const drag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Otherwise the browser would navigate to a file that is dropped outside the chat.
    event.preventDefault();
    setIsDraggedOver(isOver(event.target));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsDraggedOver(false);
    if (isOver(event.target)) select([...(event.dataTransfer?.files ?? [])]);
  });
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setIsDraggedOver(false);
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener("paste", paste, { signal });
    document.addEventListener("dragover", drag, { signal });
    document.addEventListener("drop", drop, { signal });
    document.addEventListener("dragleave", leave, { signal });
    return () => controller.abort();
  }, []);
  return isDraggedOver;
}
