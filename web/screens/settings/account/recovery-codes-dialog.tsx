import { useState } from "react";
import css from "#web/screens/settings/account/login-security.module.css";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface Props {
  /** Undefined while the dialog is closed. */
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
}

const textOf = (codes: readonly string[]): string =>
  ["Recovery codes for Spotter", "Each one works once, after your password.", "", ...codes, ""].join("\n");

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([textOf(codes)], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "spotter-recovery-codes.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}

/** The codes are shown only this once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const [status, setStatus] = useState("");
  const [shown, setShown] = useState<readonly string[]>([]);
  // Kept while the dialog closes.
  if (codes && codes !== shown) {
    setShown(codes);
    setStatus("");
  }
  const copy = () =>
    navigator.clipboard.writeText(textOf(shown)).then(
      () => setStatus("Copied."),
      () => setStatus("Your browser did not let us copy. Please write them down."),
    );
  return (
    <Dialog
      size="sm"
      reading
      open={codes !== undefined}
      onOpenChange={(next) => next || onClose()}
      title="Keep these codes"
      description="Without your phone, a recovery code lets you in after your password. Each works once, and we show them only now."
      onClosed={() => setShown([])}
    >
      <div className={css.dialog}>
        <ol className={css.codes} aria-label="Recovery codes">
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={css.buttons}>
          <Button variant="line" onClick={copy}>
            Copy
          </Button>
          <Button
            variant="line"
            onClick={() => {
              download(shown);
              setStatus("Saved to your downloads.");
            }}
          >
            Download
          </Button>
        </div>
        <p role="status" className={css.status}>
          {status}
        </p>
        <Button size="lg" wide onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}
