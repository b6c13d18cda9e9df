import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import css from "#web/design/design.module.css";
import { Piece, State, StateRow } from "#web/design/piece.tsx";
import { CreditCounter, CreditCounterSkeleton } from "#web/domains/billing/credit-counter.tsx";
import { MessageBubble } from "#web/domains/chat/bubbles/message-bubble.tsx";
import type { GroupedMessage as Drawn, MessageState as Sent } from "#web/domains/chat/bubbles/message-groups.ts";
import { ProfileCard } from "#web/domains/discovery/profile-card.tsx";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { MemberName } from "#web/domains/members/names/name.tsx";
import { VerifiedMark } from "#web/domains/members/names/verified-badge.tsx";
import { Avatar } from "#web/domains/members/photos/avatar.tsx";
import { MemberPhoto } from "#web/domains/members/photos/photo.tsx";
import { Button } from "#web/ui/button.tsx";

/** For pieces that read the member’s lists. */
const NO_DATA = new QueryClient();

const SAM = { username: "sam_spots", profile: { photos: [] } };
const nothing = () => {};

const CARD = {
  id: "00000000-0000-4000-8000-000000000000",
  username: "a_name_as_long_as_they_get_here",
  age: 31,
  location: "Austin, TX",
  distance: "5 to 10 miles",
  photos: [],
  isDemo: true,
  isVerified: true,
  reasons: [
    { kind: "interests", text: "Running, Yoga +1" },
    { kind: "lookingFor", text: "Both want a gym partner" },
  ],
} as unknown as Parameters<typeof ProfileCard>[0]["profile"];

const bubble = (state: Sent, content: string): Drawn => ({
  key: state,
  message: undefined,
  outgoing: undefined,
  isOwn: state !== "received",
  content,
  createdAt: new Date().toISOString(),
  state,
  day: undefined,
  fresh: false,
  first: true,
  replyTo: null,
  quotesMine: false,
  last: true,
});

const BUBBLES: readonly Drawn[] = [
  bubble("received", "Deal. Saturday, 8am at the rack?"),
  bubble("read", "I will be there at 7:50"),
  bubble("sent", "Bringing the good coffee"),
  bubble("sending", "And chalk"),
  bubble("waiting", "Waiting for a network"),
  bubble("failed", "Two plates or three?"),
];

/** Components of domains that need no data. */
export function Members() {
  return (
    <>
      <Piece file="#web/domains/members/photos/avatar.tsx" names="Avatar">
        <StateRow>
          <Avatar member={SAM} size={40} />
          <Avatar member={SAM} />
          <Avatar member={SAM} size={96} />
        </StateRow>
      </Piece>
      <Piece file="#web/domains/members/names/name.tsx" names="MemberName">
        <MemberName username="sam_spots" age={29} />
      </Piece>
      <Piece file="#web/domains/members/photos/photo.tsx" names="MemberPhoto" says="Where there is no photo: a plate.">
        <div className={css.portrait}>
          <MemberPhoto photo={undefined} username="sam_spots" sizes="240px" />
        </div>
      </Piece>
      <Piece file="#web/domains/members/names/demo-tag.tsx" names="DemoTag">
        <StateRow>
          <DemoTag on="page" />
          <span className={css.photo}>
            <DemoTag />
          </span>
        </StateRow>
      </Piece>
      <Piece file="#web/domains/members/names/verified-badge.tsx" names="VerifiedMark">
        <StateRow>
          <VerifiedMark />
        </StateRow>
      </Piece>
      <Piece file="#web/domains/discovery/profile-card.tsx" names="ProfileCard" says="The 4:5 photo is the card.">
        <QueryClientProvider client={NO_DATA}>
          <div className={css.portrait}>
            <ProfileCard
              profile={CARD}
              onPass={() => undefined}
              action={() => (
                <Button variant="crush" cost={1}>
                  Send Crush
                </Button>
              )}
            />
          </div>
        </QueryClientProvider>
      </Piece>
      <Piece file="#web/domains/billing/credit-counter.tsx" names="CrushCounter, CrushCounterSkeleton">
        <StateRow>
          {[0, 3, 8, 23, 3000].map((balance) => (
            <CreditCounter key={balance} wallet={{ balance, hasActiveSubscription: false }} />
          ))}
          <CreditCounter wallet={{ balance: 0, hasActiveSubscription: true }} />
          <State name="unknown">
            <CreditCounterSkeleton />
          </State>
        </StateRow>
      </Piece>
      <Piece
        file="#web/domains/chat/bubbles/message-bubble.tsx"
        names="Bubble"
        says="Ink is mine; sending, waiting, sent, read, failed."
      >
        <ul className={css.chat}>
          {BUBBLES.map((one) => (
            <MessageBubble
              key={one.key}
              bubble={one}
              username="alex"
              isTapped={false}
              isNewestOwn={false}
              isMenuOpen={false}
              isFound={false}
              isCovered={false}
              note={undefined}
              isDeleting={false}
              onMenu={nothing}
              onQuote={nothing}
              onReply={undefined}
              onReact={undefined}
              onDelete={nothing}
              onRetry={nothing}
            />
          ))}
        </ul>
      </Piece>
    </>
  );
}
