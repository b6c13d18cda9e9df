import { loadOptional } from "#web/lib/stale-chunks.ts";
import { lazyModule } from "#web/ui/lazy-module.ts";

/**
 * Loads once the page is idle. With it comes the dialog of the question before sending, so that it opens at once and
 * also without a network.
 */
export const lazyAdvice = lazyModule(async () => {
  const [{ messageAdvice }] = await Promise.all([
    import("#web/features/messages/message-advice.ts"),
    import("#web/ui/confirm-content.tsx"),
  ]);
  return messageAdvice;
});

/** Loads it before the page is idle, because a message is being written. Writing and sending do not wait for it. */
export function prepareAdvice(): void {
  if (lazyAdvice.read() === undefined) void loadOptional(lazyAdvice.load);
}
