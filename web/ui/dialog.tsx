import type { DialogProps } from "#web/ui/dialog-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const box = lazyModule(() => import("#web/ui/dialog-content.tsx").then((file) => file.DialogContent));

/**
 * A modal dialog: a sheet on phones, centred from 900 px. Focus goes in, stays in and comes back.
 * @param above what stands over the title, beside the close button
 * @param reading it is there to be read, so it takes the focus as a whole; a form gives it to its first field
 * @param locked it cannot be closed while something in it is under way
 * @param backCloses the browser's Back closes it, and leaves the screen where it is
 * @param onClosed called when the way out has been drawn: the moment to forget what was in it
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, locked = false, backCloses = false } = props;
  useDialogHistory(open && backCloses, () => onOpenChange(false), locked);
  const here = useLazyModule(box, open, () => onOpenChange(false));
  return <LazyRender as={here} {...props} />;
}
