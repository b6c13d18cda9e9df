import { Settings } from "lucide-react";
import type { ReactNode } from "react";
import css from "#web/features/profile/editor.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import type from "#web/ui/type.module.css";

interface Props {
  /** Stays in sight on a desktop: completion, photos, actions. */
  side: ReactNode;
  /** The same actions at a phone's lower edge. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The editor's heading and its two columns. */
export function EditorFrame({ side, bar, children }: Props) {
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1 className={classNames(type.display, type.d32)}>Profile</h1>
        <IconLink to="/settings" label="Settings" className={classNames(css.settings, type.phone)}>
          <Settings />
        </IconLink>
      </div>
      <div className={css.columns}>
        <div className={css.side}>{side}</div>
        <div className={css.main}>{children}</div>
      </div>
      {bar}
    </div>
  );
}

const block = (width: string | number, height: number) => <Skeleton style={{ width, height, maxWidth: "100%" }} />;

/** The editor before the profile is there. */
export function EditorSkeleton() {
  return (
    <EditorFrame
      side={
        <Delayed>
          <div className={css.skeletonBar}>
            {block(180, 20)}
            {block("100%", 14)}
          </div>
          <div>
            <div className={css.heading}>{block(96, 20)}</div>
            <div className={css.skeletonPhotos}>
              {[0, 1, 2, 3, 4, 5].map((i) => (
                <Skeleton key={i} />
              ))}
            </div>
          </div>
        </Delayed>
      }
    >
      <Delayed>
        <div className={css.fields}>
          {block(120, 24)}
          {[0, 1, 2, 3, 4].map((i) => (
            <div key={i} className={css.skeletonField}>
              {block(88, 16)}
              <Skeleton style={{ height: 52, borderRadius: 12 }} />
            </div>
          ))}
        </div>
      </Delayed>
    </EditorFrame>
  );
}

/** The profile could not be loaded: no more than a quiet way to ask again. */
export function EditorFailure({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EditorFrame
      side={
        <div>
          <Button look="quiet" onClick={onRetry} busy={busy ? "Trying again..." : undefined}>
            Try again
          </Button>
        </div>
      }
    >
      {null}
    </EditorFrame>
  );
}
