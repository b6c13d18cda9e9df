const nameOf = ({ ariaLabel, textContent }: HTMLElement): string => ariaLabel ?? textContent;

/**
 * The element of the app that replaced an equal one of the prerendered page. Data may extend its name: the button
 * "Filters" becomes "Filters, 1 active".
 */
function findEqual<T extends HTMLElement>(element: T): T | undefined {
  const { localName, ariaLabel, textContent } = element;
  // Some buttons are there twice, for narrow and for wide windows.
  const others = [...document.querySelectorAll<T>(localName)].filter((other) => other.checkVisibility());
  const equal = others.find((other) => other.ariaLabel === ariaLabel && other.textContent === textContent);
  const name = nameOf(element);
  const extended = name ? others.filter((other) => nameOf(other).includes(name)) : [];
  return equal ?? (extended.length === 1 ? extended[0] : undefined);
}

/**
 * Repeats a click on a button that came before the app listens, and restores the focus if the app has replaced the
 * focused element. This also prevents native form submissions.
 */
export function keepInput(): void {
  let pressed: HTMLButtonElement | undefined;
  let focused: HTMLElement | undefined;
  const keepClick = (event: Event) => {
    const button = (event.target as Element).closest("button");
    if (!button) return;
    event.preventDefault();
    pressed = button;
  };
  const keepFocus = ({ target }: Event) => {
    focused = target as HTMLElement;
  };
  addEventListener("click", keepClick, true);
  addEventListener("focusin", keepFocus);
  const restore = () => {
    removeEventListener("click", keepClick, true);
    removeEventListener("focusin", keepFocus);
    if (focused && !focused.isConnected) findEqual(focused)?.focus({ preventScroll: true });
    if (pressed && !pressed.isConnected) pressed = findEqual(pressed);
    pressed?.click();
  };
  addEventListener("listening", restore, { once: true });
}
