let openUserId: string | undefined;

/** Marks a conversation as open. @returns a function that ends it */
export function setOpenConversation(userId: string): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = undefined;
  };
}

/** Whether a conversation is open and visible: messages that arrive in it count as seen. */
export const isConversationOpen = (userId: string): boolean =>
  openUserId === userId && document.visibilityState === "visible";

/** The last message sent in this tab. A new object each time, so that a retry of the same message is detected. */
interface LastSent {
  readonly clientId: string;
}

let lastSent: LastSent | undefined;

/** Records that a message was sent in this tab, not in another one or on another device. */
export function setLastSent(clientId: string): void {
  lastSent = { clientId };
}

export const getLastSent = (): LastSent | undefined => lastSent;
