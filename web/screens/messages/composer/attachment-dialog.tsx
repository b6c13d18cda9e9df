import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { formatCount } from "#contract/format.ts";
import { ATTACHMENT_COST } from "#contract/limits.ts";
import { formatCrushes } from "#contract/words.ts";
import { type AttachmentCredits, lacksCredit } from "#web/domains/chat/bubbles/attachment-rules.ts";
import { toOriginState } from "#web/lib/purchase-origin.ts";
import { useSecondsUntil } from "#web/lib/retry-after.ts";
import css from "#web/screens/messages/composer/attachment-dialog.module.css";
import { useSendAttachment } from "#web/screens/messages/composer/attachments.queries.ts";
import type { PendingAttachment } from "#web/screens/messages/composer/pending-attachment.ts";
import { Plates } from "#web/ui/brand/plates.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { InfinityIcon } from "#web/ui/infinity-icon.tsx";
import { Progress } from "#web/ui/progress.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  userId: string;
  /** Stays set during the closing animation. */
  chosen: PendingAttachment | undefined;
  open: boolean;
  credits: AttachmentCredits;
  onChooseOther: () => void;
  /** Called before navigating to the shop, so that the image is kept. */
  onBuy: () => void;
  onClose: () => void;
  onClosed: () => void;
}

/** If sending fails, the dialog stays open with the image. */
export function AttachmentDialog({ userId, chosen, open, credits, onChooseOther, onBuy, onClose, onClosed }: Props) {
  const { send, sending, sent, paid, share, heldUntil } = useSendAttachment(userId, chosen, credits);
  const [broken, setBroken] = useState<string>();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (sent) close();
  }, [sent]);
  const isOut = lacksCredit(credits) && !paid && !sending;
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
          <FilePreview key={chosen.clientId} file={chosen.file} onBroken={() => setBroken(chosen.clientId)}>
            {sending && <Progress className={css.bar} label="Sending image" share={share} />}
          </FilePreview>
          <SendCost free={credits.free} balance={credits.balance} isOut={isOut} isPaid={paid} isSent={sent} />
          <div className={css.actions}>
            <Button variant="line" size="lg" disabled={sending} onClick={onClose}>
              Cancel
            </Button>
            {broken === chosen.clientId ? (
              <Button size="lg" onClick={onChooseOther}>
                Choose Another
              </Button>
            ) : isOut ? (
              credits.canBuy && (
                <ButtonLink
                  variant="crush"
                  size="lg"
                  to="/profile#crushes"
                  state={toOriginState({ path: `/messages/${userId}`, name: "your chat" })}
                  onClick={onBuy}
                >
                  Get More Crushes
                </ButtonLink>
              )
            ) : (
              <SendButton sending={sending} heldUntil={heldUntil} onSend={() => send(chosen)} />
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Disabled with a countdown while the server's rate limit applies. */
function SendButton({ sending, heldUntil, onSend }: { sending: boolean; heldUntil: number; onSend: () => void }) {
  const secondsLeft = useSecondsUntil(heldUntil);
  const busy = sending ? "Sending..." : secondsLeft > 0 ? `Send in ${secondsLeft} s` : undefined;
  return (
    <Button variant="crush" size="lg" busy={busy} onClick={onSend}>
      Send Image
    </Button>
  );
}

function FilePreview({ file, onBroken, children }: { file: File; onBroken: () => void; children: ReactNode }) {
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  const handleError = () => {
    setFailed(true);
    onBroken();
  };
  return (
    <div className={css.preview}>
      {failed ? (
        <p role="alert" className={css.failed}>
          This file cannot be opened as a picture. Please choose another one.
        </p>
      ) : (
        url && <img src={url} alt="What you are about to send" onError={handleError} />
      )}
      {children}
    </div>
  );
}

interface SendCostProps {
  free: boolean;
  balance: number | undefined;
  /** The balance does not cover the cost. */
  isOut: boolean;
  /** An earlier attempt has, or may have, been charged. */
  isPaid: boolean;
  isSent: boolean;
}

function SendCost({ free, balance, isOut, isPaid: paid, isSent: sent }: SendCostProps) {
  if (free) {
    return (
      <p className={css.cost}>
        <span aria-hidden="true">
          <InfinityIcon className={css.endless} />
        </span>
        <span className={typography.strong}>Sending images is free for Unlimited Members.</span>
      </p>
    );
  }
  if (isOut) {
    return (
      <p className={css.cost}>
        <Plates count={0} height={28} ghosts />
        <span role="alert" className={typography.strong}>
          {CLIENT_ERRORS.attachment_out_of_crushes}
        </span>
      </p>
    );
  }
  return (
    <p className={css.cost}>
      <Plates count={balance ?? 0} height={28} ghosts />
      <span>
        <span className={classNames(typography.strong, css.line)}>
          Sending an image costs {formatCrushes(ATTACHMENT_COST)}.
        </span>{" "}
        {balance !== undefined && (
          <span className={classNames(typography.small, typography.muted, css.line)}>
            You have {formatCount(balance)}.
            {!paid && balance >= ATTACHMENT_COST && ` After this, ${formatCount(balance - ATTACHMENT_COST)}.`}
            {paid && !sent && " If it has gone out already, it is not paid twice."}
          </span>
        )}
      </span>
    </p>
  );
}
