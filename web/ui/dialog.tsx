import type { DialogProps } from "#web/ui/dialog-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const dialogContent = lazyModule(() => import("#web/ui/dialog-content.tsx").then((file) => file.DialogContent));

/**
 * A sheet on phones, centred from 900 px. The browser's Back button closes it and stays on the screen.
 * @param above content over the title, beside the close button
 * @param reading focus the dialog itself, for text; otherwise the first field gets the focus
 * @param locked cannot be closed, as while a request runs
 * @param onClosed called after the close animation, when its state can be reset
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, locked = false } = props;
  useDialogHistory(open, () => onOpenChange(false), locked);
  const Content = useLazyModule(dialogContent, open, () => onOpenChange(false));
  return <LazyRender as={Content} {...props} />;
}
