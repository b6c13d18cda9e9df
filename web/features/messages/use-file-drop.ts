import { type RefObject, useEffect, useEffectEvent, useState } from "react";

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
