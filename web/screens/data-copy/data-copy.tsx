import { useParams } from "react-router";
import { EXPORT_LINK_DOWNLOADS, EXPORT_LINK_HOURS } from "#contract/limits.ts";
import { EmailLinkPage } from "#web/domains/accounts/email-link-page.tsx";
import { openExportLink, startDownload } from "#web/domains/member-data/account-deletion.requests.ts";
import { ButtonLink } from "#web/ui/button.tsx";

const LIMITS = `${EXPORT_LINK_HOURS} hours and ${EXPORT_LINK_DOWNLOADS} downloads`;

/** Landing page of the link by which a suspended member gets their data. Works without a login. */
export function Component() {
  const { token = "" } = useParams();
  return (
    <EmailLinkPage
      key={token}
      title="Your data"
      onConfirm={async () => startDownload(await openExportLink(token))}
      question={{
        heading: "A copy of your data",
        text: "You get a ZIP file with your profile, photos, conversations and the rest of what we hold about you. Download it on a device that only you use.",
      }}
      button={{ label: "Download my data", busy: "Preparing...", failed: "Your data could not be asked for" }}
      done={{
        heading: "Your download has begun",
        text: `Keep the file where others do not get at it. It did not arrive? Open the link in our email again: it works for ${LIMITS}.`,
      }}
      invalid={{
        heading: "Invalid or Expired Link",
        text: `The link works for ${LIMITS}, until we send you a newer one, or you can log in again. Do you need another one? Write to us from the address of your account.`,
        action: (
          <ButtonLink variant="line" size="lg" to="/contact">
            Contact Support
          </ButtonLink>
        ),
      }}
    />
  );
}
