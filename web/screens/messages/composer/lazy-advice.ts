import { lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

export const lazyAdvice = lazyModule(() =>
  import("#web/screens/messages/composer/message-advice.tsx").then((file) => file.messageAdvice),
);

/** Undefined until it has loaded. Nothing waits for it. */
export const useAdvice = () => useLazyModule(lazyAdvice, false, () => undefined);

const lazyNotes = lazyModule(async () => {
  const { preparePatterns, renderNotes } = await lazyAdvice.load();
  await preparePatterns();
  return renderNotes;
});

/** Undefined until it has loaded, and the messages can be read without blocking the page. */
export const useNotes = () => useLazyModule(lazyNotes, false, () => undefined);
