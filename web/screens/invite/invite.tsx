import { ArrowLeft } from "lucide-react";
import css from "#web/screens/invite/invite.module.css";
import { LinkCard } from "#web/screens/invite/link-card.tsx";
import { PosterMaker } from "#web/screens/invite/poster-maker.tsx";
import { invitationLink } from "#web/screens/invite/sharing.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import typography from "#web/ui/typography.module.css";

/** A link and a poster that bring people to Spotter. It needs no data, so it opens without a network, too. */
export function Component() {
  const url = invitationLink();
  return (
    <div className={css.page}>
      <title>Invite people · Spotter</title>
      <PageHeader
        title="Invite people"
        before={
          <IconLink to="/browse" label="Back to Browse" className={css.back}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <div className={css.content}>
        <p className={`${typography.large} ${css.lead}`}>
          The more people train near you, the better your matches. Send the link to a friend, or hang up a poster where
          you train.
        </p>
        <LinkCard url={url} />
        <PosterMaker url={url} />
      </div>
    </div>
  );
}
