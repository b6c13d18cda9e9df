import { useQueryClient } from "@tanstack/react-query";
import { keys } from "#web/features/messages/cache.ts";
import type { Chosen } from "#web/features/messages/image-api.ts";

/** A picture that waits for a member while they buy what sending it costs. It goes with the login, and with the page. */
export function useKeptImage(userId: string) {
  const cache = useQueryClient();
  const queryKey = keys.keptImage(userId);
  return {
    read: (): Chosen | undefined => cache.getQueryData<Chosen>(queryKey),
    keep(chosen: Chosen): void {
      cache.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
      cache.setQueryData(queryKey, chosen);
    },
    forget: (): void => cache.removeQueries({ queryKey }),
  };
}
