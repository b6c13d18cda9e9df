import { onlineManager } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { connection, useOnline } from "#web/lib/connection.ts";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/dead-end.module.css";
import typography from "#web/ui/typography.module.css";

/** Screens that can be read offline, from the snapshot in `offline-snapshot.ts`, and one that needs no data. */
const OFFLINE_SCREENS = /^\/(messages|crushes|invite)(\/|$)/;

/** Blocks screens that are opened offline, until the network is back. A screen that is open stays. */
export function OfflineGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const online = useOnline();
  const [opened, setOpened] = useState<string>();
  const shown = online || OFFLINE_SCREENS.test(pathname);
  if (shown && opened !== pathname) setOpened(pathname);
  return shown || opened === pathname ? children : <Offline />;
}

function Offline() {
  const [isChecking, setChecking] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const retry = async () => {
    setChecking(true);
    const answered = await connection.check();
    setChecking(false);
    setAttempts((before) => before + 1);
    // Resumes the queries that TanStack Query has paused.
    if (answered) onlineManager.setOnline(true);
  };
  return (
    <section className={css.page}>
      <title>You are offline · Spotter</title>
      <LostPulse className={css.art} />
      <h1 className={classNames(typography.display, typography.d32)}>You are offline</h1>
      <p className={typography.muted}>
        This screen needs a network, and comes as soon as there is one. Your conversations and matches can be read
        meanwhile, and what you write is sent later.
      </p>
      <div className={css.actions}>
        <Button size="lg" onClick={() => void retry()} {...(isChecking && { busy: "One moment..." })}>
          Try again
        </Button>
        <ButtonLink variant="line" size="lg" to="/messages">
          Messages
        </ButtonLink>
      </div>
      <p role="status" className={typography.muted}>
        {attempts > 0 && !isChecking && "Still no network."}
      </p>
    </section>
  );
}
