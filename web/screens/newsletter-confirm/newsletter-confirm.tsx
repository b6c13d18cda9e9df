import { useParams } from "react-router";
import { EmailLinkPage } from "#web/domains/accounts/email-link-page.tsx";
import { confirmNewsletterToken } from "#web/domains/site/site.requests.ts";

/** Landing page of the confirmation link. */
export function Component() {
  const { token = "" } = useParams();
  return (
    <EmailLinkPage
      key={token}
      title="Newsletter"
      onConfirm={() => confirmNewsletterToken(token)}
      question={{ heading: "Want our newsletter?", text: "One press, and you are on the list." }}
      button={{ label: "Yes, subscribe me", busy: "Subscribing...", failed: "Failed to subscribe" }}
      done={{ heading: "You're on the list", text: "Every newsletter ends with a link that takes you off it again." }}
      invalid={{
        heading: "Invalid or Expired Link",
        text: "Enter your email again at the foot of our home page, and a new link comes.",
      }}
    />
  );
}
