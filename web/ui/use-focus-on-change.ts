import { useEffect, useRef } from "react";

/** For steps that replace the focused element. @returns the ref of the element that has the focus in the next step */
export function useFocusOnChange(step: string) {
  const target = useRef<HTMLElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return (element: HTMLElement | null) => {
    target.current = element;
  };
}
