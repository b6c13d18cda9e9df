import css from "#web/design/design.module.css";
import { States as Beside, Piece } from "#web/design/piece.tsx";
import { Button } from "#web/ui/button.tsx";
import { Empty } from "#web/ui/empty.tsx";
import { Failure } from "#web/ui/failure.tsx";
import { LostPulse } from "#web/ui/lost-pulse.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { Rack } from "#web/ui/rack.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";

const nothing = () => {};

/** What stands where something is not there yet, not at all, or did not come. */
export function States() {
  return (
    <>
      <Piece file="#web/ui/skeleton.tsx" names="Skeleton, Delayed" says="In the final shape, shown after 200 ms.">
        <Delayed>
          <Beside>
            <Skeleton className={css.round} />
            <Skeleton className={css.line} />
            <Skeleton className={css.card} />
          </Beside>
        </Delayed>
      </Piece>
      <Piece file="#web/ui/spinner.tsx" names="Spinner">
        <Beside>
          <Spinner />
          <Spinner small />
        </Beside>
      </Piece>
      <Piece file="#web/ui/progress.tsx" names="Progress">
        <div className={css.columns}>
          <Progress label="Nothing yet" share={0} />
          <Progress label="A third" share={0.33} />
          <Progress label="All" share={1} />
        </div>
      </Piece>
      <Piece file="#web/ui/empty.tsx" names="Empty" says="A drawing, why, what comes, one thing to do.">
        <Empty
          art={<Rack />}
          title="No matches yet"
          text="Send a crush, and who sends one back is here."
          action={<Button>Browse</Button>}
        />
        <Empty art={<LostPulse />} title="Without an action" text="Where there is nothing to be done." />
      </Piece>
      <Piece file="#web/ui/failure.tsx" names="Failure" says="A whole screen: what happened, what to do, and a way on.">
        <div className={css.columns}>
          <Failure
            title="Failed to load profiles"
            text="Nothing was spent. Check your connection, then try again."
            onRetry={nothing}
            other={
              <Button look="line" size="lg">
                Go Back
              </Button>
            }
          />
          <Failure title="Your profile did not load." onRetry={nothing} />
        </div>
      </Piece>
      <Piece file="#web/ui/try-again.tsx" names="TryAgain" says="A part of a screen, in one line.">
        <TryAgain what="Your photos did not load." onRetry={nothing} />
      </Piece>
    </>
  );
}
