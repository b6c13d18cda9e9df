import { Info } from "lucide-react";
import css from "#web/design/design.module.css";
import { Piece, StateRow } from "#web/design/piece.tsx";
import { LostPulse } from "#web/ui/brand/lost-pulse.tsx";
import { Rack } from "#web/ui/brand/rack.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { NoticeLine } from "#web/ui/notice-line.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { ProgressRing } from "#web/ui/progress-ring.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const nothing = () => {};

/** Loading, empty and error states. */
export function States() {
  return (
    <>
      <Piece file="#web/ui/skeleton.tsx" names="Skeleton, Delayed" says="In the final shape, shown after 200 ms.">
        <Delayed>
          <StateRow>
            <Skeleton className={css.round} />
            <Skeleton className={css.line} />
            <Skeleton className={css.card} />
          </StateRow>
        </Delayed>
      </Piece>
      <Piece file="#web/ui/spinner.tsx" names="Spinner">
        <StateRow>
          <Spinner />
          <Spinner small />
        </StateRow>
      </Piece>
      <Piece file="#web/ui/progress.tsx" names="Progress">
        <div className={css.columns}>
          <Progress label="Nothing yet" share={0} />
          <Progress label="A third" share={0.33} />
          <Progress label="All" share={1} />
        </div>
      </Piece>
      <Piece file="#web/ui/progress-ring.tsx" names="ProgressRing" says="Over a photo: a plate whose ring closes.">
        <StateRow>
          <ProgressRing label="Nothing of the photo" share={0} />
          <ProgressRing label="A tenth of the photo" share={0.1} />
          <ProgressRing label="Most of the photo" share={0.6} />
          <ProgressRing label="All of the photo" share={1} />
        </StateRow>
      </Piece>
      <Piece file="#web/ui/empty-state.tsx" names="EmptyState" says="A drawing, why, what comes, one thing to do.">
        <EmptyState
          art={<Rack />}
          title="No matches yet"
          text="Send a crush, and who sends one back is here."
          action={<Button>Browse</Button>}
        />
        <EmptyState art={<LostPulse />} title="Without an action" text="Where there is nothing to be done." />
      </Piece>
      <Piece
        file="#web/ui/error-state.tsx"
        names="Failure"
        says="A whole screen: what happened, what to do, and a way on."
      >
        <div className={css.columns}>
          <ErrorState
            title="Failed to load profiles"
            text="Nothing was spent. Check your connection, then try again."
            onRetry={nothing}
            secondaryAction={
              <Button variant="line" size="lg">
                Go Back
              </Button>
            }
          />
          <ErrorState title="Your profile did not load." onRetry={nothing} />
        </div>
      </Piece>
      <Piece
        file="#web/ui/notice-line.tsx"
        names="NoticeLine"
        says="One quiet line above a screen's content. Its height is animated."
      >
        <NoticeLine open icon={<Info aria-hidden="true" />}>
          You are hidden. Nobody new finds you.
        </NoticeLine>
      </Piece>
      <Piece file="#web/ui/inline-error.tsx" names="InlineError" says="A part of a screen, in one line.">
        <InlineError message="Your photos did not load." onRetry={nothing} />
      </Piece>
    </>
  );
}
