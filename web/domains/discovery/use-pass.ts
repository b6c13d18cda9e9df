import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { PASS_DAYS } from "#contract/limits.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { crushesKey, removeReceivedCrush, unseenCrushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { takeProfileCard } from "#web/domains/discovery/browse.queries.ts";
import { setRecentlyPassed } from "#web/domains/members/daily-set.queries.ts";
import { updateMemberView } from "#web/domains/members/members.live.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

const PASS_TOPIC = "pass";
const FAILED = "Something went wrong. Please try again.";

/** Hides a member at once, and offers to undo it. They do not learn of either. */
async function pass(cache: QueryClient, { _id: userId, username }: MemberSummary): Promise<void> {
  heldCrushes.takeBack(userId);
  const restoreCard = takeProfileCard(cache, userId);
  setRecentlyPassed(cache, userId, true);
  removeReceivedCrush(cache, userId);
  const stored = call("PUT /api/passes/:userId", { params: { userId } });

  function restore(): void {
    restoreCard();
    setRecentlyPassed(cache, userId, false);
    updateMemberView(cache, userId, { passedUntil: null });
    void refetchQuery(cache, crushesKey);
    void refetchQuery(cache, unseenCrushesKey);
  }

  async function undo(): Promise<void> {
    try {
      // In this order: a pass that arrives after its undoing would stay.
      await stored;
      await call("DELETE /api/passes/:userId", { params: { userId } });
      restore();
      toast(`${username} is back.`, "done", PASS_TOPIC);
    } catch (error) {
      toast(getErrorMessage(error, FAILED), "error");
    }
  }

  // One at a time: several would cover the next cards. The settings list all who rest.
  toast(`${username} rests for ${PASS_DAYS} days.`, "done", PASS_TOPIC, undefined, {
    label: "Undo",
    onPress: () => void undo(),
  });
  try {
    updateMemberView(cache, userId, { passedUntil: (await stored).until });
  } catch (error) {
    restore();
    toast(getErrorMessage(error, FAILED), "error", PASS_TOPIC);
  }
}

/** Shows a member again. */
export function useUndoPass(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /api/passes/:userId", { params: { userId } }),
    onSuccess: () => {
      setRecentlyPassed(cache, userId, false);
      updateMemberView(cache, userId, { passedUntil: null });
    },
    onError: (error) => toast(getErrorMessage(error, FAILED), "error"),
  });
}

/** @returns a function that says "Not now" to a member */
export function usePass(): (member: MemberSummary) => void {
  const cache = useQueryClient();
  return (member) => void pass(cache, member);
}
