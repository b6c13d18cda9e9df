/** A page that nobody sees draws no frames. */
const HIDDEN_MS = 50;

/** Resolves once a press is seen: what takes long is done after the frame that shows it. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN_MS);
  });
