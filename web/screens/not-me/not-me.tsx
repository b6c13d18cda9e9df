import { useParams } from "react-router";
import { EmailLinkPage } from "#web/domains/accounts/email-link-page.tsx";
import { removeEmailAddress } from "#web/domains/member-data/account-deletion.requests.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** Landing page of the second link in the confirmation email, for people who did not sign up. */
export function Component() {
  const { token = "" } = useParams();
  return (
    <EmailLinkPage
      key={token}
      title="Remove your email"
      onConfirm={() => removeEmailAddress(token)}
      question={{
        heading: "This was not you?",
        text: "Your email was used to join Spotter. Remove it, and the account that was made with it is deleted. That cannot be taken back.",
      }}
      button={{ label: "Remove my email", busy: "Removing...", failed: "Failed to remove your email" }}
      done={{
        heading: "Your email is removed",
        text: "The account that was made with it is deleted, and we send it no more mail. Sorry for the bother.",
      }}
      invalid={{
        heading: "Invalid or Expired Link",
        text: "The link works for a week, until the email is confirmed or removed. Does mail from us still reach you? Tell us.",
        action: (
          <ButtonLink variant="line" size="lg" to="/contact">
            Contact Support
          </ButtonLink>
        ),
      }}
    />
  );
}
