import type { ConfirmProps } from "#web/ui/confirm-content.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const confirmContent = lazyModule(() => import("#web/ui/confirm-content.tsx").then((file) => file.ConfirmContent));

/** @param busy text of the button while the action runs; the dialog stays open */
export function Confirm(props: ConfirmProps) {
  const Content = useLazyModule(confirmContent, props.open, props.onCancel);
  return <LazyRender as={Content} {...props} />;
}
