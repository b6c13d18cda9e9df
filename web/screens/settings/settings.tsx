import { ArrowLeft, KeyRound, LogOut, UserPlus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type Params, useParams } from "react-router";
import { ReauthenticationDialogs } from "#web/domains/accounts/reauthentication-dialogs.tsx";
import { logOut } from "#web/domains/member-data/log-out.ts";
import { ownProfileQuery } from "#web/domains/members/own-profile.queries.ts";
import { UnsavedChangesGuard } from "#web/domains/members/unsaved-changes-guard.tsx";
import { ReportDialogs } from "#web/domains/moderation/reports/report-dialogs.tsx";
import { queryClient } from "#web/lib/query.ts";
import { loadScreenPart } from "#web/lib/stale-chunks.ts";
import { DeleteAccount } from "#web/screens/settings/account/delete-account.tsx";
import { DeviceSettings } from "#web/screens/settings/account/device-settings.tsx";
import { DownloadData } from "#web/screens/settings/account/download-data.tsx";
import { EmailSettings } from "#web/screens/settings/account/email-settings.tsx";
import { LoginSecurity } from "#web/screens/settings/account/login-security.tsx";
import { SessionsList } from "#web/screens/settings/account/sessions-list.tsx";
import { BillingSettings } from "#web/screens/settings/billing/billing-settings.tsx";
import { NotificationSettings } from "#web/screens/settings/notifications/notification-settings.tsx";
import { PushSwitch } from "#web/screens/settings/notifications/push-switch.tsx";
import { BlockedMembers } from "#web/screens/settings/privacy/blocked-members.tsx";
import { OwnReports } from "#web/screens/settings/privacy/own-reports.tsx";
import { PassedMembers } from "#web/screens/settings/privacy/passed-members.tsx";
import { PastContacts } from "#web/screens/settings/privacy/past-contacts.tsx";
import { PrivacySettings } from "#web/screens/settings/privacy/privacy-settings.tsx";
import { TrustedContacts } from "#web/screens/settings/privacy/trusted-contacts.tsx";
import { VerificationLink } from "#web/screens/settings/privacy/verification-link.tsx";
import css from "#web/screens/settings/settings.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import typography from "#web/ui/typography.module.css";

const NotFound = lazy(async () => ({
  default: (await loadScreenPart(() => import("#web/domains/site/not-found.tsx"))).Component,
}));

const TABS = [
  { label: "Notifications", tab: "notifications", Tab: NotificationsTab },
  { label: "Privacy", tab: "privacy", Tab: PrivacyTab },
  { label: "Account", tab: "account", Tab: AccountTab },
  { label: "Billing", tab: "billing", Tab: BillingTab },
] as const;

/** Requests the data before the first rendering. */
export const preload = ({ tab }: Params) =>
  tab === undefined || tab === TABS[0].tab ? [queryClient.prefetchQuery(ownProfileQuery)] : [];

/** Each tab has its own address. `/settings` shows the first. */
export function Component() {
  const { tab: requested = TABS[0].tab } = useParams();
  const shown = TABS.find(({ tab }) => tab === requested);
  if (!shown)
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  return (
    <div className={css.page}>
      <PageHeader
        title="Settings"
        before={
          <IconLink to="/profile" label="Back to profile" className={classNames(css.back, typography.phone)}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <div className={css.panes}>
        <nav aria-label="Settings" className={css.tabs}>
          {TABS.map(({ label, tab }) => (
            <Link
              key={tab}
              to={`/settings/${tab}`}
              className={css.tab}
              aria-current={tab === shown.tab ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className={css.tabbed}>
          <shown.Tab />
        </div>
      </div>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} className={classNames(typography.display, typography.d20)}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function AccountTab() {
  return (
    <div className={classNames(css.sections, css.headed)}>
      <title>Account · Settings · Spotter</title>
      <EmailSettings />
      <VerificationLink />
      <Section id="password" title="Password">
        <ButtonLink variant="line" icon={<KeyRound />} to="/reset-password">
          Change Password
        </ButtonLink>
      </Section>
      <LoginSecurity />
      <DeviceSettings />
      <Section id="inviting" title="Friends">
        <ButtonLink variant="line" icon={<UserPlus />} to="/invite">
          Invite people
        </ButtonLink>
      </Section>
      <Section id="logout" title="This device">
        <Button variant="line" icon={<LogOut />} onClick={logOut}>
          Logout
        </Button>
      </Section>
      <Section id="leaving" title="Leaving Spotter">
        <div className={css.flush}>
          <DeleteAccount />
        </div>
      </Section>
      <ReauthenticationDialogs />
    </div>
  );
}

function PrivacyTab() {
  return (
    <div className={css.sections}>
      <title>Privacy · Settings · Spotter</title>
      <PrivacySettings />
      <TrustedContacts />
      <OwnReports />
      <PassedMembers />
      <BlockedMembers />
      <SessionsList />
      <Section id="data" title="Your data">
        <DownloadData />
      </Section>
      <PastContacts />
      <p className={typography.muted}>More privacy controls coming soon</p>
      <ReportDialogs />
      <ReauthenticationDialogs />
    </div>
  );
}

function NotificationsTab() {
  const [dirty, setDirty] = useState(false);
  return (
    // No landmark: the toasts have one of the same name.
    <>
      <title>Notifications · Settings · Spotter</title>
      <h2 className={typography.hidden}>Notifications</h2>
      <UnsavedChangesGuard dirty={dirty} />
      <NotificationSettings onDirty={setDirty}>
        <PushSwitch />
      </NotificationSettings>
    </>
  );
}

function BillingTab() {
  return (
    <div className={css.headed}>
      <title>Billing · Settings · Spotter</title>
      <BillingSettings />
    </div>
  );
}
