import { heldCrushes, useHeldCrushes } from "#web/features/crushes/held-crushes.ts";
import { useOnline } from "#web/lib/connection.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { Confirm } from "#web/ui/confirm.tsx";

/** Asks before a crush is sent that Spotter could not be reached for during the last hour. */
export function StaleCrushQuestion() {
  const online = useOnline();
  const crush = useHeldCrushes().find(({ state }) => state === "stale");
  if (!crush) return null;
  const { memberId, username, dueAt } = crush;
  const pressed = relativeTime(new Date(dueAt).toISOString(), Date.now());
  return (
    <Confirm
      key={memberId}
      open={online}
      title={`Still send ${username} a crush?`}
      text={`You pressed Send Crush ${pressed}, and Spotter could not be reached. Nothing was spent so far.`}
      confirmLabel="Send Crush"
      cancelLabel="Don’t send"
      onConfirm={() => heldCrushes.confirm(memberId)}
      onCancel={() => heldCrushes.takeBack(memberId)}
    />
  );
}
