import { Download } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { DataCopy } from "#contract/member-data/member-data.ts";
import { ReauthenticationCancelled } from "#web/domains/accounts/reauthentication.ts";
import { createDataCopyLink, startDownload } from "#web/domains/member-data/account-deletion.requests.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { formatMoment } from "#web/lib/format-date.ts";
import { useDataCopy, useSetDataCopy } from "#web/screens/settings/account/data-copy.queries.ts";
import css from "#web/screens/settings/account/download-data.module.css";
import { Button } from "#web/ui/button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { Progress } from "#web/ui/progress.tsx";
import { toast } from "#web/ui/toast.tsx";

const lazyDialog = lazyModule(() =>
  import("#web/screens/settings/account/download-data-dialog.tsx").then((file) => file.DownloadDataDialog),
);

const MEGABYTE = 1_000_000;
const sizeOf = (bytes: number): string => (bytes < MEGABYTE ? "less than 1 MB" : `${Math.round(bytes / MEGABYTE)} MB`);

function describe(copy: DataCopy | null | undefined, isStarted: boolean): string | undefined {
  if (copy?.state === "failed") return "Your data could not be prepared. Please ask for it again.";
  if (isStarted) return "Your download has begun. Your browser shows how far it is.";
  if (copy?.expiresAt && copy.bytes !== null)
    return `Your data is ready: ${sizeOf(copy.bytes)}, until ${formatMoment(new Date(copy.expiresAt))}.`;
  return undefined;
}

export function DownloadData() {
  const { data: copy } = useDataCopy();
  const setCopy = useSetDataCopy();
  const [open, setOpen] = useState(false);
  const [isAwaited, setIsAwaited] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLazyModule(lazyDialog, open, close);
  const isReady = copy?.state === "ready";
  const isPreparing = copy?.state === "preparing";
  const download = async () => {
    try {
      startDownload(await createDataCopyLink());
      setIsStarted(true);
    } catch (error) {
      if (!(error instanceof ReauthenticationCancelled))
        toast(getErrorMessage(error, "Your download did not begin. Please try again."), "error");
    }
  };
  // For those who wait here. Others find the button when they come back.
  const onReady = useEffectEvent(() => {
    setIsAwaited(false);
    void download();
  });
  useEffect(() => {
    if (isAwaited && isReady) onReady();
  }, [isAwaited, isReady]);
  const onAsked = (asked: DataCopy) => {
    setIsStarted(false);
    setIsAwaited(true);
    setCopy(asked);
  };
  const words = describe(copy, isStarted);
  return (
    <div className={css.download}>
      <p className={css.what}>
        A ZIP file with your profile, photos, week, conversations, workout dates, trusted contacts, crushes and
        purchases, and the messages and photos that you deleted in the last {RETENTION_DAYS} days. Keep it safe: whoever
        has it can read it.
      </p>
      <Button
        variant="line"
        icon={<Download />}
        className={css.button}
        busy={isPreparing ? "Preparing..." : undefined}
        onClick={() => {
          if (isReady) void download();
          else setOpen(true);
        }}
      >
        Download my data
      </Button>
      {isPreparing && (
        <>
          <p className={css.done}>{`Preparing your data... ${copy.percent}%`}</p>
          <Progress label="Preparing your data" share={copy.percent / 100} className={css.progress} />
        </>
      )}
      <div role="status">{words !== undefined && <p className={css.done}>{words}</p>}</div>
      {isReady && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Prepare it again
        </Button>
      )}
      <LazyRender as={Dialog} open={open} onClose={close} onAsked={onAsked} />
    </div>
  );
}
