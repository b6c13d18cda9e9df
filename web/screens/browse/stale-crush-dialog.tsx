import { type HeldCrush, heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { useOnline } from "#web/lib/connection.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { Confirm } from "#web/ui/confirm.tsx";

export function StaleCrushDialog({ crush: { memberId, username, dueAt } }: { crush: HeldCrush }) {
  const pressed = relativeTime(new Date(dueAt).toISOString(), Date.now());
  return (
    <Confirm
      open={useOnline()}
      title={`Still send ${username} a crush?`}
      text={`You pressed Send Crush ${pressed}, and Spotter could not be reached. It is sent once at most.`}
      confirmLabel="Send Crush"
      cancelLabel="Don’t send"
      onConfirm={() => heldCrushes.confirm(memberId)}
      onCancel={() => heldCrushes.takeBack(memberId)}
    />
  );
}
