import { DownloadData } from "#web/features/account-deletion/download-data.tsx";
import { BlockedMembers } from "#web/features/safety/blocked-members.tsx";
import { PastContacts } from "#web/features/safety/past-contacts.tsx";
import { ReportDialogs } from "#web/features/safety/report-dialogs.tsx";
import { PrivacySettings, PrivacySettingsSkeleton } from "#web/features/settings/privacy-settings.tsx";
import { SessionsList } from "#web/features/settings/sessions-list.tsx";
import { usePrivacy } from "#web/features/settings/settings.queries.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/routes/settings-sections.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Who sees one, whom one does not want to see or wants to report, and where one is logged in. */
export function PrivacyTab() {
  const { data: privacy, isError, refetch } = useStickyError(usePrivacy());
  return (
    <div className={css.sections}>
      <title>Privacy · Settings · Spotter</title>
      <section aria-labelledby="privacy">
        <h2 id="privacy" className={typography.hidden}>
          Who sees you
        </h2>
        {privacy ? (
          <PrivacySettings privacy={privacy} />
        ) : isError ? (
          <InlineError what="Your settings did not load." onRetry={() => void refetch()} />
        ) : (
          <Delayed>
            <PrivacySettingsSkeleton />
          </Delayed>
        )}
      </section>
      <BlockedMembers />
      <SessionsList />
      <section className={css.section} aria-labelledby="data">
        <h2 id="data" className={classNames(typography.display, typography.d20)}>
          Your data
        </h2>
        <DownloadData />
      </section>
      <PastContacts />
      <p className={typography.muted}>More privacy controls coming soon</p>
      <ReportDialogs />
    </div>
  );
}
