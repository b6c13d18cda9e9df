import { ArrowLeft, CreditCard, History, KeyRound, LogOut, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Params } from "react-router";
import { useParams } from "react-router";
import { logOut } from "#web/app/log-out.ts";
import { DeleteAccount } from "#web/features/account-deletion/delete-account.tsx";
import { DownloadData } from "#web/features/account-deletion/download-data.tsx";
import { EmailSettings } from "#web/features/accounts/email-settings.tsx";
import { LoginSecurity } from "#web/features/accounts/login-security.tsx";
import { ReauthenticationDialogs } from "#web/features/accounts/reauthentication-dialogs.tsx";
import { TrustedContacts } from "#web/features/dates/trusted-contacts.tsx";
import { ownProfileQuery, useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { PushSwitch } from "#web/features/notifications/push-switch.tsx";
import { UnsavedChangesGuard } from "#web/features/profile/unsaved-changes-guard.tsx";
import { BlockedMembers } from "#web/features/safety/blocked-members.tsx";
import { OwnReports } from "#web/features/safety/own-reports.tsx";
import { PassedMembers } from "#web/features/safety/passed-members.tsx";
import { PastContacts } from "#web/features/safety/past-contacts.tsx";
import { ReportDialogs } from "#web/features/safety/report-dialogs.tsx";
import { AppearanceSettings } from "#web/features/settings/appearance-settings.tsx";
import { NotificationSettings, NotificationSettingsSkeleton } from "#web/features/settings/notification-settings.tsx";
import { PrivacySettings, PrivacySettingsSkeleton } from "#web/features/settings/privacy-settings.tsx";
import { SessionsList } from "#web/features/settings/sessions-list.tsx";
import { usePrivacy } from "#web/features/settings/settings.queries.ts";
import { UnitsSettings } from "#web/features/settings/units-settings.tsx";
import { VerificationLink } from "#web/features/verification/verification-link.tsx";
import { canBuy, useWallet } from "#web/features/wallet/wallet.queries.ts";
import { WalletSummary } from "#web/features/wallet/wallet-summary.tsx";
import { Withdrawals } from "#web/features/wallet/withdrawals.tsx";
import { queryClient } from "#web/lib/query.ts";
import { loadScreenPart } from "#web/lib/stale-chunks.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/routes/settings.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

const NotFound = lazy(async () => ({
  default: (await loadScreenPart(() => import("#web/routes/not-found.tsx"))).Component,
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

function AccountTab() {
  return (
    <div className={classNames(css.sections, css.headed)}>
      <title>Account · Settings · Spotter</title>
      <EmailSettings />
      <VerificationLink />
      <section className={css.section} aria-labelledby="password">
        <h2 id="password" className={classNames(typography.display, typography.d20)}>
          Password
        </h2>
        <ButtonLink variant="line" icon={<KeyRound />} to="/reset-password">
          Change Password
        </ButtonLink>
      </section>
      <LoginSecurity />
      <AppearanceSettings />
      <UnitsSettings />
      <section className={css.section} aria-labelledby="inviting">
        <h2 id="inviting" className={classNames(typography.display, typography.d20)}>
          Friends
        </h2>
        <ButtonLink variant="line" icon={<UserPlus />} to="/invite">
          Invite people
        </ButtonLink>
      </section>
      <section className={css.section} aria-labelledby="logout">
        <h2 id="logout" className={classNames(typography.display, typography.d20)}>
          This device
        </h2>
        <Button variant="line" icon={<LogOut />} onClick={logOut}>
          Logout
        </Button>
      </section>
      <section className={css.section} aria-labelledby="leaving">
        <h2 id="leaving" className={classNames(typography.display, typography.d20)}>
          Leaving Spotter
        </h2>
        <div className={css.flush}>
          <DeleteAccount />
        </div>
      </section>
      <ReauthenticationDialogs />
    </div>
  );
}

function PrivacyTab() {
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
          <InlineError message="Your settings did not load." onRetry={() => void refetch()} />
        ) : (
          <Delayed>
            <PrivacySettingsSkeleton />
          </Delayed>
        )}
      </section>
      <TrustedContacts />
      <OwnReports />
      <PassedMembers />
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
      <ReauthenticationDialogs />
    </div>
  );
}

function NotificationsTab() {
  const { data: own, isError, refetch } = useStickyError(useOwnProfile());
  const [dirty, setDirty] = useState(false);
  return (
    // No landmark: the toasts have one of the same name.
    <>
      <title>Notifications · Settings · Spotter</title>
      <h2 className={typography.hidden}>Notifications</h2>
      <UnsavedChangesGuard dirty={dirty} />
      {own ? (
        <>
          <NotificationSettings saved={own.profile} onDirty={setDirty} />
          <PushSwitch />
        </>
      ) : isError ? (
        <ErrorState quiet title="Your settings did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <NotificationSettingsSkeleton />
        </Delayed>
      )}
    </>
  );
}

function BillingTab() {
  const { data: wallet, isError, refetch } = useStickyError(useWallet());
  return (
    <section className={classNames(css.section, css.headed, css.wide)} aria-labelledby="billing">
      <title>Billing · Settings · Spotter</title>
      <h2 id="billing" className={classNames(typography.display, typography.d20)}>
        Billing
      </h2>
      {wallet ? (
        <WalletSummary wallet={wallet} canBuy={canBuy(wallet)} />
      ) : isError ? (
        <InlineError message="Your crushes did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton className={css.balance} />
        </Delayed>
      )}
      <p className={typography.muted}>Packs and your membership are in your wallet.</p>
      <div className={css.links}>
        <ButtonLink variant="line" icon={<CreditCard />} to="/profile#crushes">
          Crushes and Membership
        </ButtonLink>
        <ButtonLink variant="line" icon={<History />} to="/profile#crush-history">
          History
        </ButtonLink>
      </div>
      <Withdrawals />
    </section>
  );
}
