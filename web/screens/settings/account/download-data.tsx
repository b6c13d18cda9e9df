import { Download } from "lucide-react";
import { useState } from "react";
import { RETENTION_DAYS } from "#contract/limits.ts";
import css from "#web/screens/settings/account/download-data.module.css";
import { Button } from "#web/ui/button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const lazyDialog = lazyModule(() =>
  import("#web/screens/settings/account/download-data-dialog.tsx").then((file) => file.DownloadDataDialog),
);

export function DownloadData() {
  const [open, setOpen] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLazyModule(lazyDialog, open, close);
  const openDialog = () => {
    setIsStarted(false);
    setOpen(true);
  };
  return (
    <div className={css.download}>
      <p className={css.what}>
        A ZIP file with your profile, photos, week, conversations, workout dates, trusted contacts, crushes and
        purchases, and the messages and photos that you deleted in the last {RETENTION_DAYS} days. Keep it safe: whoever
        has it can read it.
      </p>
      <Button variant="line" icon={<Download />} className={css.button} onClick={openDialog}>
        Download my data
      </Button>
      <div role="status">
        {isStarted && <p className={css.done}>Your download has begun. Your browser shows how far it is.</p>}
      </div>
      <LazyRender as={Dialog} open={open} onClose={close} onStarted={() => setIsStarted(true)} />
    </div>
  );
}
