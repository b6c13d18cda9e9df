import { useUnblockMember } from "#web/features/safety/safety.queries.ts";
import { Button } from "#web/ui/button.tsx";

/** The way back from a block. */
export function UnblockButton({ userId, onUnblocked }: { userId: string; onUnblocked: () => void }) {
  const { mutate, isPending } = useUnblockMember(userId);
  return (
    <Button
      size="lg"
      busy={isPending ? "Unblocking..." : undefined}
      onClick={() => mutate(undefined, { onSuccess: onUnblocked })}
    >
      Unblock
    </Button>
  );
}
