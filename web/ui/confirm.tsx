import type { ConfirmProps } from "#web/ui/confirm-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { useLayer } from "#web/ui/layers.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const confirmContent = lazyModule(() => import("#web/ui/confirm-content.tsx").then((file) => file.ConfirmContent));

/**
 * The browser's Back button is the same as Cancel.
 * @param busy text of the button while the action runs; the dialog stays open
 * @param hasHistory false if the question is about a navigation in progress, such as Back itself
 */
export function Confirm({ hasHistory = true, ...props }: ConfirmProps & { hasHistory?: boolean }) {
  useDialogHistory(props.open && hasHistory, props.onCancel, props.busy !== undefined);
  useLayer("dialog", props.open && !hasHistory);
  const Content = useLazyModule(confirmContent, props.open, props.onCancel);
  return <LazyRender as={Content} {...props} />;
}
