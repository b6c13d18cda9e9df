import { TYPING_IDLE_MS } from "#contract/limits.ts";

/** Says that one is typing: with the first keystroke, and again only after a pause. */
export function typingSignal(emit: () => void) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    keystroke(now: number): void {
      if (now - last >= TYPING_IDLE_MS) emit();
      last = now;
    },
    /** What was typed is sent: the next keystroke begins something new. */
    done(): void {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
