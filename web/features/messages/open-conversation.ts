let openUserId: string | undefined;

/** Tells that the conversation with a member is on the screen, until the returned function is called. */
export function setOpenConversation(userId: string): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = undefined;
  };
}

/** Whether somebody looks at the conversation with a member: what arrives in it counts as seen. */
export const isConversationOpen = (userId: string): boolean =>
  openUserId === userId && document.visibilityState === "visible";
