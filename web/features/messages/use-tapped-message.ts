import { type RefObject, useEffect, useState } from "react";

/**
 * Which own message was tapped, on a screen that cannot hover: its delete button shows. Keyboards and screen readers reach
 * the button without it.
 */
export function useTappedMessage(ref: RefObject<HTMLElement | null>): string | undefined {
  const [tapped, setTapped] = useState<string>();
  useEffect(() => {
    const log = ref.current;
    if (!log || matchMedia("(hover: hover)").matches) return;
    const tap = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("button")) return;
      const own = event.target.closest<HTMLElement>("[data-own]")?.dataset["own"];
      setTapped((now) => (now === own ? undefined : own));
    };
    log.addEventListener("click", tap);
    return () => log.removeEventListener("click", tap);
  }, [ref]);
  return tapped;
}
