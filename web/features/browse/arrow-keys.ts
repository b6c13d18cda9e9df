/** What has a use of its own for the arrow keys while it has the focus. */
const ARROW_KEY_CONSUMERS =
  "input, select, textarea, [contenteditable], [role=slider], [role=radiogroup], [role=tablist]";
/** What covers the page while it is open. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], dialog[open]";

/** Which way an arrow key leads: 1 to the right, -1 to the left. 0 for others, and with a modifier: those are the browser's. */
export function getArrowDirection({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): -1 | 0 | 1 {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key === "ArrowRight") return 1;
  return key === "ArrowLeft" ? -1 : 0;
}

/** Whether nothing else waits for the arrow keys: what has the focus has no use for them, and nothing is open over the page. */
export const areArrowKeysFree = (target: EventTarget | null): boolean =>
  !(target instanceof Element && target.closest(ARROW_KEY_CONSUMERS)) && document.querySelector(OVERLAYS) === null;
