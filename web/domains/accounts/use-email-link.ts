import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";

/** Whether there is nothing behind a link, so that trying again does not help. */
export const isUnknownLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || (error.status === 400 && error.errors["token"] !== undefined));

type State<Content> =
  | { readonly at: "loading" | "unknown" }
  | { readonly at: "loaded"; readonly content: Content }
  | { readonly at: "failed"; readonly message: string };

/**
 * What is behind a link of an email that works without a login, on a page with a `key` for each token.
 * @returns its state, a function that shows what a request has made of it, and one that loads it again
 */
export function useEmailLink<Content>(fetchContent: (signal: AbortSignal) => Promise<Content>) {
  const [state, setState] = useState<State<Content>>({ at: "loading" });
  const isLoading = state.at === "loading";
  const load = useEffectEvent((signal: AbortSignal) =>
    fetchContent(signal).then(
      (content) => setState({ at: "loaded", content }),
      (error: unknown) => {
        if (signal.aborted) return;
        if (isUnknownLink(error)) setState({ at: "unknown" });
        else setState({ at: "failed", message: getErrorMessage(error, "Please try again.") });
      },
    ),
  );
  useEffect(() => {
    if (!isLoading) return;
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [isLoading]);
  return {
    state,
    show: (content: Content) => setState({ at: "loaded", content }),
    reload: () => setState({ at: "loading" }),
  };
}
