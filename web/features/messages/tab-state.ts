let openUserId: string | undefined;

/** Marks a conversation as open until the returned function is called. */
export function setOpenConversation(userId: string): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = undefined;
  };
}

/** Whether somebody looks at the conversation with a member: what arrives in it counts as seen. */
export const isConversationOpen = (userId: string): boolean =>
  openUserId === userId && document.visibilityState === "visible";

/** What was said last in this tab. Each time is another one, also of the same message. */
interface LastSent {
  readonly clientId: string;
}

let lastSent: LastSent | undefined;

/** Notes that a message was sent off in this tab, not in another one or on another device. */
export function setLastSent(clientId: string): void {
  lastSent = { clientId };
}

export const getLastSent = (): LastSent | undefined => lastSent;
