import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DateAct } from "#contract/training/date-rules.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { resyncConversation } from "#web/domains/chat/resync.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { showDate } from "#web/screens/messages/dates/date-messages.queries.ts";

/** An act on a date with what it needs. `version` is the one that the member has seen. */
export type DateAction =
  | { readonly kind: Extract<DateAct, "agree">; readonly version: number; readonly time: string }
  | { readonly kind: Extract<DateAct, "counter" | "change">; readonly version: number; readonly details: DateDetails }
  | { readonly kind: Extract<DateAct, "keep" | "decline" | "call_off">; readonly version: number }
  | { readonly kind: "on_my_way" };

/** After this time a request counts as lost. Repeating it is safe: the server knows an act that it has done. */
const TIMEOUT_MS = 15_000;

function callAct(messageId: string, act: DateAction) {
  const params = { messageId };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  switch (act.kind) {
    case "agree":
      return call(
        "POST /api/dates/:messageId/agree",
        { params, body: { version: act.version, time: act.time } },
        signal,
      );
    case "counter":
      return call(
        "POST /api/dates/:messageId/counter",
        { params, body: { ...act.details, version: act.version } },
        signal,
      );
    case "change":
      return call(
        "POST /api/dates/:messageId/change",
        { params, body: { ...act.details, version: act.version } },
        signal,
      );
    case "keep":
      return call("POST /api/dates/:messageId/keep", { params, body: { version: act.version } }, signal);
    case "decline":
      return call("POST /api/dates/:messageId/decline", { params, body: { version: act.version } }, signal);
    case "call_off":
      return call("POST /api/dates/:messageId/call-off", { params, body: { version: act.version } }, signal);
    case "on_my_way":
      return call("POST /api/dates/:messageId/on-my-way", { params }, signal);
  }
}

/** The other member, or another device, was faster. */
export const isDateChangedError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "date_changed";

interface Place {
  readonly me: string;
  /** The other member. */
  readonly userId: string;
  readonly messageId: string;
}

/**
 * Answers, changes or ends a date. Nothing is shown before the reply: the other member may be answering as well, and the
 * first of the two counts.
 */
export function useDateAct({ me, userId, messageId }: Place) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (act: DateAction) => callAct(messageId, act),
    onSuccess: ({ message }) => showDate(cache, userId, message),
    onError: (error) => {
      if (isContactEndedError(error)) void showContactEnded(cache, userId);
      // The card shows an earlier state, or was deleted.
      else if (error instanceof ApiError && [404, 409].includes(error.status))
        void resyncConversation(cache, me, userId, true);
    },
  });
}
