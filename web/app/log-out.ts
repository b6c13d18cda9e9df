import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";

/** Ends the session on the server. If that code cannot be loaded, it still ends on this device. */
export const logOut = (): void => {
  import("#web/features/accounts/accounts.queries.ts").then(
    (accounts) => accounts.logOut(),
    async () => (await confirmLeave()) && session.end("logout"),
  );
};
