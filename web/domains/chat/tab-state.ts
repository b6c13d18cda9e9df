let openUserId: string | undefined;

/** @returns a function that ends it */
export function setOpenConversation(userId: string): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = undefined;
  };
}

/** Also in a hidden tab. */
export const isConversationChosen = (userId: string): boolean => openUserId === userId;

/** Messages that arrive count as seen. A chat that is being left is shown a little longer than its URL. */
export const isConversationOpen = (userId: string): boolean =>
  openUserId === userId &&
  location.pathname.startsWith(`/messages/${userId}`) &&
  document.visibilityState === "visible";

interface LastSent {
  readonly clientId: string;
}

let lastSent: LastSent | undefined;

/** In this tab, not in another one or on another device. */
export function setLastSent(clientId: string): void {
  lastSent = { clientId };
}

export const getLastSent = (): LastSent | undefined => lastSent;
