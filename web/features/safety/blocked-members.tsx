import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BreakableName } from "#web/features/members/breakable-name.tsx";
import { type Blocked, blockedKey, useBlocked } from "#web/features/safety/blocked.api.ts";
import css from "#web/features/safety/blocked-members.module.css";
import { useUnblock } from "#web/features/safety/safety.api.ts";
import { day } from "#web/lib/days.ts";
import { askAgain } from "#web/lib/live.ts";
import { useStanding } from "#web/lib/standing.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Row } from "#web/ui/row.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

const NOBODY = "Nobody. Whoever you block leaves your Browse and your messages, and is not told.";

/** Those whom one has blocked, with the way back. */
export function BlockedMembers() {
  const { data: blocked, isError, refetch, ...pages } = useStanding(useBlocked());
  const [asking, setAsking] = useState<Blocked>();
  return (
    // The focus comes here when the line goes whose button was pressed.
    <section aria-labelledby="blocked" tabIndex={-1} className={css.blocked}>
      <h2 id="blocked" className={classNames(type.display, type.d20)}>
        Blocked members
      </h2>
      {!blocked && isError && <TryAgain what="The list did not load." onRetry={() => void refetch()} />}
      {!blocked && !isError && (
        <Delayed>
          <p className={css.room} aria-hidden="true">
            {NOBODY}
          </p>
        </Delayed>
      )}
      {blocked?.length === 0 && <p className={type.muted}>{NOBODY}</p>}
      {blocked && blocked.length > 0 && (
        <ul>
          {blocked.map((member) => (
            <Row key={member._id} title={member.username} note={`Blocked on ${day(member.blockedAt)}`}>
              <Button look="line" aria-label={`Unblock ${member.username}`} onClick={() => setAsking(member)}>
                Unblock
              </Button>
            </Row>
          ))}
        </ul>
      )}
      {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
        <TryAgain what="The rest did not load." onRetry={() => void pages.fetchNextPage()} />
      ) : (
        pages.hasNextPage && (
          <Button
            look="quiet"
            busy={pages.isFetchingNextPage ? "Loading..." : undefined}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        )
      )}
      {asking && <Question key={asking._id} member={asking} onClose={() => setAsking(undefined)} />}
    </section>
  );
}

interface QuestionProps {
  member: Blocked;
  onClose: () => void;
}

function Question({ member: { _id, username }, onClose }: QuestionProps) {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useUnblock(_id);
  const unblock = async () => {
    // What went wrong was said where it was sent.
    const answer = await mutateAsync().catch(() => undefined);
    if (!answer) return;
    await askAgain(cache, blockedKey);
    onClose();
  };
  return (
    <Confirm
      open
      title={
        <>
          Unblock <BreakableName username={username} />?
        </>
      }
      text="You can find each other again. What the block ended stays ended, and nobody is told."
      confirmLabel="Unblock"
      busy={isPending ? "Unblocking..." : undefined}
      onConfirm={() => void unblock()}
      onCancel={onClose}
    />
  );
}
