import { ArrowLeft } from "lucide-react";
import { Link, useParams } from "react-router";
import { Component as NotFound } from "#web/routes/not-found.tsx";
import css from "#web/routes/settings.module.css";
import { AccountTab } from "#web/routes/settings-account.tsx";
import { BillingTab } from "#web/routes/settings-billing.tsx";
import { NotificationsTab } from "#web/routes/settings-notifications.tsx";
import { PrivacyTab } from "#web/routes/settings-privacy.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import typography from "#web/ui/typography.module.css";

const TABS = [
  { label: "Notifications", tab: "notifications", Tab: NotificationsTab },
  { label: "Privacy", tab: "privacy", Tab: PrivacyTab },
  { label: "Account", tab: "account", Tab: AccountTab },
  { label: "Billing", tab: "billing", Tab: BillingTab },
] as const;

/** What a member can set: the tabs, each at an address of its own. `/settings` shows the first. */
export function Component() {
  const { tab: asked = TABS[0].tab } = useParams();
  const shown = TABS.find(({ tab }) => tab === asked);
  if (!shown) return <NotFound />;
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
