import { DownloadData } from "#web/features/account-deletion/download-data.tsx";
import { BlockedMembers } from "#web/features/safety/blocked-members.tsx";
import { PastContacts } from "#web/features/safety/past-contacts.tsx";
import { ReportDialogs } from "#web/features/safety/report-dialogs.tsx";
import { PrivacySettings, PrivacySettingsSkeleton } from "#web/features/settings/privacy-settings.tsx";
import { SessionsList } from "#web/features/settings/sessions-list.tsx";
import { usePrivacy } from "#web/features/settings/settings.queries.ts";
import { useStanding } from "#web/lib/standing.ts";
import css from "#web/routes/settings-sections.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed } from "#web/ui/skeleton.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

/** Who sees one, whom one does not want to see or wants to report, and where one is logged in. */
export function PrivacyTab() {
  const { data: privacy, isError, refetch } = useStanding(usePrivacy());
  return (
    <div className={css.sections}>
      <title>Privacy · Settings · Spotter</title>
      <section aria-labelledby="privacy">
        <h2 id="privacy" className={type.hidden}>
          Who sees you
        </h2>
        {privacy ? (
          <PrivacySettings privacy={privacy} />
        ) : isError ? (
          <TryAgain what="Your settings did not load." onRetry={() => void refetch()} />
        ) : (
          <Delayed>
            <PrivacySettingsSkeleton />
          </Delayed>
        )}
      </section>
      <BlockedMembers />
      <SessionsList />
      <section className={css.section} aria-labelledby="data">
        <h2 id="data" className={classNames(type.display, type.d20)}>
          Your data
        </h2>
        <DownloadData />
      </section>
      <PastContacts />
      <p className={type.muted}>More privacy controls coming soon</p>
      <ReportDialogs />
    </div>
  );
}
