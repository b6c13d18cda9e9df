import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { useConversation } from "#web/domains/chat/conversation-list.queries.ts";
import { useIsEnded } from "#web/domains/chat/ended-conversations.queries.ts";
import { useCrushList } from "#web/domains/crushes/crushes.queries.ts";
import { memberKey } from "#web/domains/members/member.queries.ts";
import { call } from "#web/lib/api.ts";

/** The part of the other member that a chat shows. */
export interface Recipient {
  readonly _id: string;
  readonly username: string;
  readonly isDemo: boolean;
  /** Their account is deleted. */
  readonly isGone?: true | undefined;
  readonly profile: { readonly photos: readonly Pick<Photo, "url" | "thumbnailUrl" | "blur" | "focusX" | "focusY">[] };
}

/** The other member of a chat: from their conversation, else from the new matches, else fetched. Undefined while loading. */
export function useRecipient(userId: string): Recipient | undefined {
  const conversation = useConversation(userId);
  const unmessaged = useCrushList("unmessaged");
  const known = conversation.data?.otherUser ?? unmessaged.data?.find((member) => member._id === userId);
  const ended = useIsEnded(userId);
  // Remembers the last known value: once contact has ended, a request would be rejected.
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  const fetched = useQuery({
    queryKey: memberKey(userId),
    queryFn: ({ signal }) => call("GET /api/users/:userId", { params: { userId } }, signal),
    enabled: !last && !ended && !conversation.isPending && !unmessaged.isPending,
  });
  return known ?? last ?? fetched.data?.user;
}
