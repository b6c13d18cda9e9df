import { Download } from "lucide-react";
import { useRef, useState } from "react";
import css from "#web/features/leaving/download-data.module.css";
import { downloadLink } from "#web/features/leaving/leaving.api.ts";
import { messageOf } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/field.tsx";

const FAILED = "Your data could not be asked for. Please try again.";

/** What came of asking: nothing yet, words that it goes well, or what went wrong. */
type Said = { readonly done?: string; readonly error?: string };

/** Has the browser follow a link without leaving the page: what comes is a file, which it writes to the disk by itself. */
function follow(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "spotter-data.zip";
  link.click();
}

/** Downloads all that Spotter keeps about me. */
export function DownloadData() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>({});
  const asking = useRef(false);

  async function ask(): Promise<void> {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    setSaid({});
    try {
      follow(await downloadLink());
      setSaid({ done: "Your download has begun. Your browser shows how far it is." });
    } catch (error) {
      setSaid({ error: messageOf(error, FAILED, FAILED) });
    } finally {
      asking.current = false;
      setBusy(false);
    }
  }

  return (
    <div className={css.download}>
      <p className={css.what}>
        A ZIP file with your profile, photos, conversations, crushes and purchases. Keep it safe: whoever has it can
        read it.
      </p>
      <Button
        look="line"
        icon={<Download />}
        busy={busy ? "Preparing..." : undefined}
        className={css.button}
        onClick={() => void ask()}
      >
        Download my data
      </Button>
      <div role="status">{said.done && <p className={css.done}>{said.done}</p>}</div>
      {said.error && (
        <div role="alert">
          <FieldError>{said.error}</FieldError>
        </div>
      )}
    </div>
  );
}
