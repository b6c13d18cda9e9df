import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyDialog = lazyModule(() =>
  import("#web/screens/settings/account/delete-account-dialog.tsx").then((file) => file.DeleteAccountDialog),
);

export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLazyModule(lazyDialog, open, close);
  return (
    <>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      <LazyRender as={Dialog} open={open} onClose={close} />
    </>
  );
}
