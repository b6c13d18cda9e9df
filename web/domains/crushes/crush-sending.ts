import type { QueryClient } from "@tanstack/react-query";
import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { setBalance, walletKey } from "#web/domains/billing/wallet.queries.ts";
import { updateListsAfterSend } from "#web/domains/crushes/crushes.queries.ts";
import { type HeldCrush, heldCrushes, type SendCrush } from "#web/domains/crushes/held-crushes.ts";
import { celebrateMatch } from "#web/domains/crushes/match-store.ts";
import { markCrushesSent, markMatched } from "#web/domains/crushes/sent-crushes.queries.ts";
import { cacheRemaining } from "#web/domains/members/limits/daily-limits.ts";
import { toastRefusal } from "#web/domains/members/limits/toast-refusal.ts";
import { updateMemberView } from "#web/domains/members/members.live.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { hasSessionEndedForGood } from "#web/lib/member-store.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { isRejection } from "#web/lib/rejection.ts";
import { type Session, session } from "#web/lib/session.ts";
import { announce } from "#web/ui/announcer.ts";
import { toast } from "#web/ui/toast.tsx";

/** After this time a request counts as lost. */
const TIMEOUT_MS = 15_000;
const FAILED = "Failed to send crush";
/** A limit of a day is not waited for. */
const FINAL_CODES = ["daily_crush_limit"] as const;
/** A light tap, as when the collar closes on the bar. */
const VIBRATION_MS = 18;

function showSent(cache: QueryClient, { memberId, member }: HeldCrush, isMatch: boolean): void {
  const mark = isMatch ? markMatched : markCrushesSent;
  mark(cache, memberId);
  updateMemberView(cache, memberId, { crushSent: true, ...(isMatch && { isMatch }) });
  updateListsAfterSend(cache, memberId, member, isMatch);
}

/** Results reach the screen in a later task. The crush is held until then, or its button would change twice. */
const waitUntilShown = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const refetchWallet = (cache: QueryClient): void => void cache.invalidateQueries({ queryKey: walletKey });

function handleError(cache: QueryClient, crush: HeldCrush, error: unknown): "settled" | "unreachable" {
  // After an answer that decides nothing, as of a server that restarts, it may have been stored or not.
  if (!isRejection(error, FINAL_CODES)) {
    const hasLoggedOut = error instanceof ApiError && error.status === 401;
    // The button says that it waits.
    if (crush.state === "held" && !hasLoggedOut) toast(getErrorMessage(error, FAILED, FAILED), "error");
    return "unreachable";
  }
  refetchWallet(cache);
  if (error.code === "messaging_restricted") void refetchQuery(cache, ownProfileKey);
  if (error.code === "already_sent") showSent(cache, crush, false);
  if (error.code === "already_sent" && crush.isRepeat) return "settled";
  const text = error.code === "out_of_crushes" ? CLIENT_ERRORS.out_of_crushes : getErrorMessage(error, FAILED);
  toastRefusal(error, text);
  return "settled";
}

function vibrate(): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if ("vibrate" in navigator && navigator.userActivation.hasBeenActive && !isCalm) navigator.vibrate(VIBRATION_MS);
}

const createSend =
  (cache: QueryClient): SendCrush =>
  async (crush) => {
    const sender = session.read()?.user._id;
    try {
      const { memberId: recipientId, about } = crush;
      const request = { body: { recipientId, ...(about && { about }) } };
      // `keepalive`: the request outlives the page.
      const reply = await call("POST /api/match/send-crush", request, AbortSignal.timeout(TIMEOUT_MS), {
        keepalive: true,
      });
      // The request outlives a logout. Its result is not for whoever logs in next.
      if (session.read()?.user._id !== sender) return "settled";
      setBalance(cache, reply.remainingCrushes);
      showSent(cache, crush, reply.isMatch);
      // A crush in return does not count towards the daily limit.
      if (!reply.isMatch) cacheRemaining(cache, "newPeople", reply.newPeople);
      vibrate();
      if (reply.isMatch && crush.member) celebrateMatch(crush.member);
      // The button shows it.
      else if (!reply.isMatch) announce(reply.message);
      await waitUntilShown();
      return "settled";
    } catch (error) {
      return handleError(cache, crush, error);
    }
  };

/** Sends the crushes of a session, including those of earlier visits. @returns a function that stops it */
export function startCrushSending({ user: { _id: me } }: Session, cache: QueryClient): () => void {
  void heldCrushes.open(me, createSend(cache));
  // Phones may end a hidden page without a further event.
  const onVisibilityChange = () => document.visibilityState === "hidden" && heldCrushes.releaseAll();
  addEventListener("pagehide", heldCrushes.releaseAll);
  addEventListener("online", heldCrushes.releaseAll);
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    removeEventListener("pagehide", heldCrushes.releaseAll);
    removeEventListener("online", heldCrushes.releaseAll);
    document.removeEventListener("visibilitychange", onVisibilityChange);
    heldCrushes.close(session.read() === null && hasSessionEndedForGood());
  };
}
