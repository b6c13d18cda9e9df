import { markLeaving } from "#web/lib/leaving.ts";

const nameOf = ({ ariaLabel, textContent }: HTMLElement): string => ariaLabel ?? textContent;

/**
 * The element of the app that replaced an equal one of the prerendered page. Data may extend its name: the button
 * "Filters" becomes "Filters, 1 active".
 */
function findEqual<T extends HTMLElement>(element: T): T | undefined {
  const name = nameOf(element);
  // Some buttons are there twice, for narrow and for wide windows.
  const shown = [...document.querySelectorAll<T>(element.localName)].filter((other) => other.checkVisibility());
  const [extended, ...more] = shown.filter((other) => name && nameOf(other).includes(name));
  return shown.find((other) => nameOf(other) === name) ?? (more.length ? undefined : extended);
}

/**
 * Repeats a click on a button that came before the app listens, and restores the focus if the app has replaced the
 * focused element. This also prevents native form submissions, and notes that the page may be left.
 */
export function keepInput(): void {
  let pressed: HTMLButtonElement | undefined;
  let focused: HTMLElement | undefined;
  const keepClick = (event: Event) => {
    const button = (event.target as Element).closest("button");
    // A link, perhaps: until the app watches for more, any other click may leave the page.
    if (!button) return markLeaving();
    event.preventDefault();
    pressed = button;
  };
  const keepFocus = ({ target }: Event) => {
    focused = target as HTMLElement;
  };
  addEventListener("click", keepClick, true);
  addEventListener("beforeunload", markLeaving);
  addEventListener("focusin", keepFocus);
  const restore = () => {
    removeEventListener("click", keepClick, true);
    if (focused && !focused.isConnected) findEqual(focused)?.focus({ preventScroll: true });
    if (pressed && !pressed.isConnected) pressed = findEqual(pressed);
    pressed?.click();
  };
  addEventListener("listening", restore, { once: true });
}
