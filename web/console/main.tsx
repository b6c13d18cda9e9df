import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import "#web/lib/wake-react.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { ConsoleApp } from "#web/console/console-app.tsx";
import { staffSessionKey } from "#web/console/entrance/session.queries.ts";
import { retryUnanswered, setSessionEndedHandler } from "#web/console/staff-api.ts";
import { readTheme } from "#web/lib/theme.ts";
import { syncTheme } from "#web/ui/sync-theme.ts";

document.documentElement.dataset["theme"] = readTheme();
syncTheme();

// Passkeys work on no IP address.
if (location.hostname === "127.0.0.1") location.hostname = "localhost";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      retry: retryUnanswered,
    },
    // What is sent without a network fails at once. It would wait and be sent later, when nobody expects it any more.
    mutations: { networkMode: "always" },
  },
});
setSessionEndedHandler(() => queryClient.setQueryData(staffSessionKey, null));

/** One route: the screens are in `ConsoleApp`. A router of this kind can ask before a screen is left. */
const router = createBrowserRouter([{ path: "*", Component: ConsoleApp }], { basename: "/moderation" });

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
