import { Drawn, part, usePart } from "#web/lib/part.tsx";
import type { ConfirmProps } from "#web/ui/confirm-box.tsx";

const box = part(() => import("#web/ui/confirm-box.tsx").then((file) => file.ConfirmBox));

/**
 * Asks before something that cannot be undone. Escape and Cancel keep things as they are.
 * @param busy it is being done: these words stand on the button, and the question stays
 */
export function Confirm(props: ConfirmProps) {
  const here = usePart(box, props.open, props.onCancel);
  return <Drawn as={here} {...props} />;
}
