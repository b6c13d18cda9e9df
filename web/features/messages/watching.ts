let open: string | undefined;

/** Tells that the conversation with a member is on the screen, until the returned function is called. */
export function watch(userId: string): () => void {
  open = userId;
  return () => {
    if (open === userId) open = undefined;
  };
}

/** Whether somebody looks at the conversation with a member: what arrives in it counts as seen. */
export const isWatched = (userId: string): boolean => open === userId && document.visibilityState === "visible";
