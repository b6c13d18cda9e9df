import { TYPING_IDLE_MS } from "#contract/limits.ts";

/**
 * With the first keystroke, and again every two seconds while keystrokes come. The throttle ends after two seconds of
 * inactivity. A signal is shown for longer than that, so the sign stays while somebody types, however slowly.
 */
export function createTypingSignal(emit: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let hasNewKeystroke = false;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function emitIfTyping(): void {
    if (!hasNewKeystroke) stop();
    else emit();
    hasNewKeystroke = false;
  }

  return {
    keystroke(): void {
      hasNewKeystroke = true;
      if (timer !== undefined) return;
      timer = setInterval(emitIfTyping, TYPING_IDLE_MS);
      emitIfTyping();
    },
    /** Call it when the message is sent or the composer is left: the next keystroke emits again. */
    stop,
  };
}
