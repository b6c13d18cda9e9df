import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TrustedContactValues } from "#contract/training/trusted-contact-form.ts";
import type { TrustedContact } from "#contract/training/trusted-contacts.ts";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { type BackQuestion, findBackQuestions } from "#web/domains/training/back-questions.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { useNow } from "#web/lib/use-now.ts";
import { toast } from "#web/ui/toast.tsx";

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

interface Sharing {
  readonly messageId: string;
  readonly checkBack: boolean;
}

type Change =
  | { readonly kind: "remove"; readonly contactId: string }
  | ({ readonly kind: "share"; readonly contactId: string } & Sharing)
  | { readonly kind: "withdraw"; readonly shareId: string }
  | { readonly kind: "answer"; readonly shareId: string; readonly answer: BackAnswer };

const share = (contactId: string, { messageId, checkBack }: Sharing) =>
  call("POST /api/dates/:messageId/shares", { params: { messageId }, body: { contactId, checkBack } });

function send(change: Change): Promise<unknown> {
  switch (change.kind) {
    case "remove":
      return call("DELETE /api/trusted-contacts/:contactId", { params: { contactId: change.contactId } });
    case "share":
      return share(change.contactId, change);
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

/**
 * Asks somebody, and shares a date with them, which they get once they say yes. Resolves with the contact, who may have been
 * asked before, or have said yes.
 */
export function useAskTrustedContact(sharing?: Sharing) {
  const cache = useQueryClient();
  const refetch = () => refetchQuery(cache, trustedContactsKey);
  const ask = async (values: TrustedContactValues): Promise<TrustedContact> => {
    const { contact } = await call("POST /api/trusted-contacts", { body: values });
    if (sharing) await share(contact._id, sharing);
    return contact;
  };
  return useMutation({ networkMode: "always", mutationFn: ask, onSuccess: refetch, onError: () => void refetch() });
}

/** The button that asks a contact who has not answered once more. */
export function useResendInvitation({ _id: contactId, name, askedAt }: TrustedContact) {
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () => call("POST /api/trusted-contacts/:contactId/resend", { params: { contactId } }),
    onSuccess: async ({ contact }) => {
      await refetchQuery(cache, trustedContactsKey);
      // Right after the question it is not sent again.
      toast(contact.askedAt === askedAt ? `We have just asked ${name}.` : `We have asked ${name} again.`, "done");
    },
    onError: (error) => {
      toast(describeFailure(error), "error");
      void refetchQuery(cache, trustedContactsKey);
    },
  });
  const resend = () => mutate();
  return { busy: isPending ? "Sending..." : undefined, onClick: resend };
}

const FAILED = "That did not work. Please try again.";
export const describeFailure = (error: unknown): string => getErrorMessage(error, FAILED, FAILED);
