import type { ConfirmProps } from "#web/ui/confirm-content.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const box = lazyModule(() => import("#web/ui/confirm-content.tsx").then((file) => file.ConfirmContent));

/**
 * Asks before something that cannot be undone. Escape and Cancel keep things as they are.
 * @param busy it is being done: these words stand on the button, and the question stays
 */
export function Confirm(props: ConfirmProps) {
  const here = useLazyModule(box, props.open, props.onCancel);
  return <LazyRender as={here} {...props} />;
}
