import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type BackQuestion, findBackQuestions } from "#web/features/dates/back-questions.ts";
import { settingsKey } from "#web/features/settings/settings.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { useNow } from "#web/lib/relative-time.ts";

export const trustedContactsKey = [...settingsKey, "trusted-contacts"] as const;

/** Own trusted contacts, and the dates that are shared with them. Live events keep them fresh. */
export const useTrustedContacts = () =>
  useQuery({
    queryKey: trustedContactsKey,
    queryFn: ({ signal }) => call("GET /api/trusted-contacts", {}, signal),
  });

/** The questions that are open by the server's clock. @param messageId of a date; absent for all dates */
export function useBackQuestions(messageId?: string): BackQuestion[] {
  const now = useNow();
  const { data, dataUpdatedAt } = useTrustedContacts();
  if (!data) return [];
  const shares = data.shares.filter((share) => messageId === undefined || share.messageId === messageId);
  return findBackQuestions(shares, Date.parse(data.now) + now - dataUpdatedAt);
}

export type BackAnswer = "back" | "later" | "tell";

type Change =
  | { readonly kind: "add"; readonly name: string; readonly knownAs: string; readonly email: string }
  | { readonly kind: "remove"; readonly contactId: string }
  | { readonly kind: "share"; readonly messageId: string; readonly contactId: string; readonly checkBack: boolean }
  | { readonly kind: "withdraw"; readonly shareId: string }
  | { readonly kind: "answer"; readonly shareId: string; readonly answer: BackAnswer };

function send(change: Change): Promise<unknown> {
  switch (change.kind) {
    case "add": {
      const { name, knownAs, email } = change;
      return call("POST /api/trusted-contacts", { body: { name, knownAs, email } });
    }
    case "remove":
      return call("DELETE /api/trusted-contacts/:contactId", { params: { contactId: change.contactId } });
    case "share": {
      const { messageId, contactId, checkBack } = change;
      return call("POST /api/dates/:messageId/shares", { params: { messageId }, body: { contactId, checkBack } });
    }
    case "withdraw":
      return call("DELETE /api/date-shares/:shareId", { params: { shareId: change.shareId } });
    case "answer": {
      const { shareId, answer } = change;
      return call("POST /api/date-shares/:shareId/answer", { params: { shareId }, body: { answer } });
    }
  }
}

/**
 * Changes contacts or shares. All of these are harmless to repeat. The list is read again before a change completes, and
 * after a failed one, because another device may have been faster.
 */
export function useChangeTrustedContacts() {
  const cache = useQueryClient();
  const refetch = () => refetchQuery(cache, trustedContactsKey);
  return useMutation({ networkMode: "always", mutationFn: send, onSuccess: refetch, onError: () => void refetch() });
}

const FAILED = "That did not work. Please try again.";
export const describeFailure = (error: unknown): string => getErrorMessage(error, FAILED, FAILED);
