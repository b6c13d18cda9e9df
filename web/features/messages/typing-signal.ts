import { TYPING_IDLE_MS } from "#contract/limits.ts";

/** Says that one is typing: with the first keystroke, and while it goes on every two seconds, less than it is shown for. */
export function createTypingSignal(emit: () => void) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    keystroke(now: number): void {
      if (now - last < TYPING_IDLE_MS) return;
      last = now;
      emit();
    },
    /** What was typed is sent: the next keystroke begins something new. */
    done(): void {
      last = Number.NEGATIVE_INFINITY;
    },
  };
}
