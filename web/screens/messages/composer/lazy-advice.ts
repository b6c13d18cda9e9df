import { lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

export const lazyAdvice = lazyModule(() =>
  import("#web/screens/messages/composer/message-advice.tsx").then((file) => file.messageAdvice),
);

/** Undefined until it has loaded. Nothing waits for it. */
export const useAdvice = () => useLazyModule(lazyAdvice, false, () => undefined);
