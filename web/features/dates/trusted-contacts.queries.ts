import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { settingsKey } from "#web/features/settings/settings.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

const trustedContactsKey = [...settingsKey, "trusted-contacts"] as const;
/** How soon a question that comes while a page is open is shown. */
const REFETCH_MS = 60_000;

/** Own trusted contacts, and the dates that are shared with them. */
export const useTrustedContacts = () =>
  useQuery({
    queryKey: trustedContactsKey,
    queryFn: ({ signal }) => call("GET /api/trusted-contacts", {}, signal),
    refetchInterval: REFETCH_MS,
  });

type Change =
  | { readonly kind: "add"; readonly name: string; readonly email: string }
  | { readonly kind: "remove"; readonly contactId: string }
  | { readonly kind: "share"; readonly messageId: string; readonly contactId: string; readonly checkBack: boolean }
  | { readonly kind: "withdraw"; readonly shareId: string }
  | { readonly kind: "answer"; readonly shareId: string; readonly answer: "back" | "later" | "tell" };

function send(change: Change): Promise<unknown> {
  switch (change.kind) {
    case "add":
      return call("POST /api/trusted-contacts", { body: { name: change.name, email: change.email } });
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

/** Changes contacts or shares. All of these are harmless to repeat. The list is read again before it completes. */
export function useChangeTrustedContacts() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: send,
    onSuccess: () => refetchQuery(cache, trustedContactsKey),
    onError: (error) => toast(getErrorMessage(error, "That did not work. Please try again."), "error"),
  });
}
