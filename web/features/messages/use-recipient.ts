import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMember } from "#contract/discovery.ts";
import { memberKey } from "#web/features/members/member.api.ts";
import { useIsEnded } from "#web/features/messages/ended-conversations.ts";
import { useConversations, useMatchLists } from "#web/features/messages/messages.queries.ts";
import { call } from "#web/lib/api.ts";

/** Whom one writes to, as far as a chat shows them. */
export interface Recipient {
  readonly _id: string;
  readonly username: string;
  readonly isDemo: boolean;
  /** They have deleted their account. */
  readonly isGone?: true | undefined;
  readonly profile: { readonly photos: readonly { url: string; thumbnailUrl: string; blur: string }[] };
}

/** The other member of a chat: from the conversations, else from the matches, else asked for. Undefined until known. */
export function useRecipient(userId: string): Recipient | undefined {
  const conversations = useConversations();
  const lists = useMatchLists();
  const known =
    conversations.data?.find((one) => one.otherUser._id === userId)?.otherUser ??
    lists.data?.matches.find((member) => member._id === userId);
  const ended = useIsEnded(userId);
  // Who was known is not asked for again, nor who is mounted anew as contact ends: there is no answer.
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  const asked = useQuery({
    queryKey: memberKey(userId),
    queryFn: ({ signal }) => call(getMember, { params: { userId } }, signal),
    enabled: !last && !ended && !conversations.isPending && !lists.isPending,
  });
  return known ?? last ?? asked.data?.user;
}
