import { RETENTION_DAYS } from "#contract/limits.ts";
import { Confirm } from "#web/ui/confirm.tsx";

interface Props {
  open: boolean;
  /** The other member; null if their account is gone. */
  username: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/** For an own message, which goes for both. Loaded by `message-deletion.tsx`. */
export function DeleteConfirm({ username, ...rest }: Props) {
  const effect = username === null ? "It disappears for you, too." : `It disappears for you and for ${username}.`;
  return (
    <Confirm
      {...rest}
      title="Delete this message?"
      text={`${effect} For ${RETENTION_DAYS} days only a report can still use it, then it is gone for good.`}
      confirmLabel="Delete"
      cancelLabel="Cancel"
      danger
    />
  );
}
