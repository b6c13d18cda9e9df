import { useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useState } from "react";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { PastContact } from "#contract/moderation/reports.ts";
import { pastContactsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { ReportDialog } from "#web/domains/moderation/reports/report-dialog.tsx";
import { formatDate } from "#web/lib/format-date.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { MemberList } from "#web/screens/settings/privacy/member-list.tsx";
import { usePastContacts } from "#web/screens/settings/privacy/member-lists.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { ListItem } from "#web/ui/list-item.tsx";
import { toast } from "#web/ui/toast.tsx";

const blockConfirm = lazyModule(() =>
  import("#web/screens/settings/privacy/block-confirm.tsx").then((file) => file.BlockConfirm),
);

const EMPTY = {
  word: "None ended",
  text: `When contact with somebody ends, you find them here for ${RETENTION_DAYS} days, so that you can still report them.`,
} as const;
const INTRO = `Contact with them has ended in the last ${RETENTION_DAYS} days. You can still report them, with what was deleted in that time. Nobody is told.`;

/** Members with whom contact ended recently: they can still be reported and blocked. */
export function PastContacts() {
  const cache = useQueryClient();
  const [reportingId, setReportingId] = useState<string>();
  const [blocking, setBlocking] = useState<PastContact>();
  const stopBlocking = () => setBlocking(undefined);
  const LazyConfirm = useLazyModule(blockConfirm, blocking !== undefined, stopBlocking);
  return (
    <MemberList
      id="past-contacts"
      title="People you talked to"
      intro={INTRO}
      empty={EMPTY}
      query={usePastContacts()}
      row={(contact) => (
        <ListItem
          key={contact._id}
          title={contact.username}
          note={`Last contact on ${formatDate(contact.lastContactAt)}${contact.isBlocked ? ". Blocked" : ""}`}
        >
          {!contact.isBlocked && (
            <IconButton label={`Block ${contact.username}`} onClick={() => setBlocking(contact)}>
              <Ban />
            </IconButton>
          )}
          <Button variant="line" aria-label={`Report ${contact.username}`} onClick={() => setReportingId(contact._id)}>
            Report
          </Button>
          <ReportDialog
            member={contact}
            open={reportingId === contact._id}
            onClose={() => setReportingId(undefined)}
            onBlocked={(message, link) => {
              toast(message, "done", undefined, link);
              setReportingId(undefined);
              void refetchQuery(cache, pastContactsKey);
            }}
          />
        </ListItem>
      )}
    >
      {blocking && <LazyRender key={blocking._id} as={LazyConfirm} contact={blocking} onClose={stopBlocking} />}
    </MemberList>
  );
}
