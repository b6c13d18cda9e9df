import { Settings } from "lucide-react";
import type { ReactNode } from "react";
import fields from "#web/screens/profile-editor/editor.module.css";
import css from "#web/screens/profile-editor/editor-layout.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import { useLayer } from "#web/ui/layers.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

function EditorHeader() {
  return (
    <PageHeader title="Profile" className={css.top}>
      <IconLink to="/settings" label="Settings" className={classNames(css.settings, typography.phone)}>
        <Settings />
      </IconLink>
    </PageHeader>
  );
}

interface Props {
  lead?: ReactNode;
  /** Sticky on desktop: completion, photos, actions. */
  side: ReactNode;
  bar?: ReactNode;
  /** The bar ends the page instead, so that a panel can have one of its own. */
  isBarResting?: boolean;
  children: ReactNode;
}

export function EditorLayout({ lead, side, bar, isBarResting = false, children }: Props) {
  useLayer("bar", bar !== undefined && !isBarResting);
  return (
    <div className={classNames(css.page, isBarResting && css.resting)}>
      <EditorHeader />
      {lead && <div className={css.lead}>{lead}</div>}
      <div className={css.columns}>
        <div className={css.side}>{side}</div>
        <div className={css.main}>{children}</div>
      </div>
      {bar && <div className={css.bar}>{bar}</div>}
    </div>
  );
}

const renderBlock = (width: string | number, height: number) => (
  <Skeleton style={{ width, height, maxWidth: "100%" }} />
);

export function EditorSkeleton() {
  return (
    <EditorLayout
      side={
        <Delayed>
          <div className={css.skeletonBar}>
            {renderBlock(180, 20)}
            {renderBlock("100%", 14)}
          </div>
          <div>
            <div className={fields.heading}>{renderBlock(96, 22)}</div>
            <div className={css.skeletonPhotos}>
              {[0, 1, 2, 3, 4, 5].map((i) => (
                <Skeleton key={i} isFirstPhoto={i === 0} />
              ))}
            </div>
          </div>
        </Delayed>
      }
    >
      <Delayed>
        <div className={fields.fields}>
          {renderBlock(120, 24)}
          {[0, 1, 2, 3, 4].map((i) => (
            <div key={i} className={css.skeletonField}>
              {renderBlock(88, 16)}
              <Skeleton style={{ height: 52, borderRadius: "var(--r-control)" }} />
            </div>
          ))}
        </div>
      </Delayed>
    </EditorLayout>
  );
}

export function EditorError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css.page}>
      <EditorHeader />
      <div className={css.failed}>
        <ErrorState quiet title="Your profile did not load." onRetry={onRetry} />
      </div>
    </div>
  );
}
