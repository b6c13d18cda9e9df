import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { DesignPage } from "#web/design/page.tsx";
import { syncTheme } from "#web/pwa/theme.ts";

syncTheme();

/** The page that shows all pieces; links in it lead nowhere. What was pressed before it listened is pressed again. */
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
