import { useEffect } from "react";
import { reauthenticationStore } from "#web/domains/accounts/reauthentication.ts";
import { useStore } from "#web/lib/store.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyDialog = lazyModule(() =>
  import("#web/domains/accounts/reauthentication-dialog.tsx").then((file) => file.ReauthenticationDialog),
);

/** Asks who the member is when a call of `withReauthentication` needs it. Mounted on each screen with such calls. */
export function ReauthenticationDialogs() {
  const question = useStore(reauthenticationStore);
  const close = () => question?.answer(false);
  const Dialog = useLazyModule(lazyDialog, question !== undefined, close);
  useEffect(() => () => reauthenticationStore.read()?.answer(false), []);
  return <LazyRender as={Dialog} open={question !== undefined} onClose={close} onDone={() => question?.answer(true)} />;
}
