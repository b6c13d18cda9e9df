import { useParams } from "react-router";
import { EmailLinkPage } from "#web/domains/accounts/email-link-page.tsx";
import { unsubscribeFromNewsletter } from "#web/domains/site/site.requests.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** Landing page of the unsubscribe link in newsletters. */
export function Component() {
  const { token = "" } = useParams();
  return (
    <EmailLinkPage
      key={token}
      title="Newsletter"
      onConfirm={() => unsubscribeFromNewsletter(token)}
      question={{ heading: "Leave the newsletter?", text: "No more of it comes to you after this." }}
      button={{ label: "Unsubscribe", busy: "Unsubscribing...", failed: "Failed to unsubscribe" }}
      done={{
        heading: "You are unsubscribed",
        text: "No newsletter comes to you any more. What your account tells you by mail is set in Settings.",
      }}
      invalid={{
        heading: "Nothing to unsubscribe",
        text: "This link belongs to no subscription any more. Does a newsletter still reach you? Tell us.",
        action: (
          <ButtonLink variant="line" size="lg" to="/contact">
            Contact Support
          </ButtonLink>
        ),
      }}
    />
  );
}
