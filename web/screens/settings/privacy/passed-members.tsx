import { useMutation, useQueryClient } from "@tanstack/react-query";
import { passedMembersKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { MemberList } from "#web/screens/settings/privacy/member-list.tsx";
import { usePassedMembers } from "#web/screens/settings/privacy/member-lists.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { ListItem } from "#web/ui/list-item.tsx";
import { toast } from "#web/ui/toast.tsx";

const EMPTY = { word: "Nobody", text: "Whoever you tell “Not now” rests here for 30 days, and is not told." } as const;

/** The members to whom "Not now" was said, with a button that shows them again. */
export function PassedMembers() {
  const cache = useQueryClient();
  const show = useMutation({
    mutationFn: (userId: string) => call("DELETE /api/passes/:userId", { params: { userId } }),
    onSuccess: () => refetchQuery(cache, passedMembersKey),
    onError: (error) => toast(getErrorMessage(error, "Something went wrong. Please try again."), "error"),
  });
  return (
    <MemberList
      id="passed"
      title="Not now"
      intro="They are not shown to you until then, and do not know."
      empty={EMPTY}
      query={usePassedMembers()}
      row={({ _id, username, until }) => (
        <ListItem
          key={_id}
          title={<Link to={`/profile/${_id}`}>{username}</Link>}
          note={`Rests until ${formatDate(until)}`}
        >
          <Button
            variant="line"
            aria-label={`Show ${username} again`}
            busy={show.isPending && show.variables === _id ? "Showing..." : undefined}
            onClick={() => show.mutate(_id)}
          >
            Show again
          </Button>
        </ListItem>
      )}
    />
  );
}
