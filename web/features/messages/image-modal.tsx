import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { IMAGE_COST } from "#contract/limits.ts";
import { type Chosen, useSendImage } from "#web/features/messages/image-api.ts";
import css from "#web/features/messages/image-modal.module.css";
import type { ImagePurse } from "#web/features/messages/image-rules.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Plates } from "#web/ui/plates.tsx";
import type from "#web/ui/type.module.css";

interface Props {
  userId: string;
  /** Stays while the dialog is on its way out. */
  chosen: Chosen | undefined;
  open: boolean;
  purse: ImagePurse;
  onClose: () => void;
  onClosed: () => void;
}

/** Shows what is about to be sent and what it costs. Where sending fails it stays, and the picture with it. */
export function ImageModal({ userId, chosen, open, purse, onClose, onClosed }: Props) {
  const { send, sending, sent, share } = useSendImage(userId, chosen, purse);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (sent) close();
  }, [sent]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      locked={sending}
      title="Send Image"
      onClosed={onClosed}
    >
      {chosen && (
        <>
          <Preview key={chosen.clientId} file={chosen.file}>
            {sending && <Progress share={share} />}
          </Preview>
          <Cost free={purse.free} balance={purse.balance} paid={sent} />
          <div className={css.actions}>
            <Button look="line" size="lg" disabled={sending} onClick={onClose}>
              Cancel
            </Button>
            <Button look="crush" size="lg" busy={sending ? "Sending..." : undefined} onClick={() => send(chosen)}>
              Send Image
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Preview({ file, children }: { file: File; children: ReactNode }) {
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <div className={css.preview}>
      {failed ? (
        <p className={css.failed}>This picture cannot be previewed.</p>
      ) : (
        url && <img src={url} alt="What you are about to send" onError={() => setFailed(true)} />
      )}
      {children}
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <span
      className={css.bar}
      role="progressbar"
      aria-label="Sending image"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={css.out} style={{ width: `${percent}%` }} />
    </span>
  );
}

function Cost({ free, balance, paid }: { free: boolean; balance: number | undefined; paid: boolean }) {
  if (free) {
    return (
      <p className={css.cost}>
        <span className={css.infinity} aria-hidden="true">
          ∞
        </span>
        <span className={type.strong}>Sending images is free for Unlimited Members.</span>
      </p>
    );
  }
  return (
    <p className={css.cost}>
      <Plates count={balance ?? 0} height={28} ghosts />
      <span>
        <span className={classNames(type.strong, css.line)}>Sending an image costs {IMAGE_COST} crush.</span>{" "}
        {balance !== undefined && (
          <span className={classNames(type.small, type.muted, css.line)}>
            You have {balance}.{!paid && balance >= IMAGE_COST && ` After this, ${balance - IMAGE_COST}.`}
          </span>
        )}
      </span>
    </p>
  );
}
