import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { DesignPage } from "#web/design/page.tsx";
import { syncTheme } from "#web/ui/sync-theme.ts";

syncTheme();

/** The component gallery. Its links lead nowhere. The event makes `web/inline/kept-input.ts` repeat an early click. */
function Design() {
  useEffect(() => void dispatchEvent(new Event("listening")), []);
  return (
    <MemoryRouter>
      <DesignPage />
    </MemoryRouter>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Design />
  </StrictMode>,
);
