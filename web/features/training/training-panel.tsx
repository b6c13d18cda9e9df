import { useState } from "react";
import { useLocation } from "react-router";
import css from "#web/features/training/training-panel.module.css";
import { Accordion } from "#web/ui/accordion.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

const editor = lazyModule(() => import("#web/features/training/training-editor.tsx"));

interface Props {
  onSaved: () => void;
  /** Called when the form becomes dirty or clean. */
  onDirty: (dirty: boolean) => void;
}

/** The member's week in an accordion. Once opened, the form stays mounted and keeps its changes. */
export function TrainingPanel({ onSaved, onDirty }: Props) {
  const [isOpen, setIsOpen] = useState(useLocation().hash === "#my-week");
  const [isMounted, setIsMounted] = useState(isOpen);
  const [isDirty, setIsDirty] = useState(false);
  const loaded = useLazyModule(editor, isMounted, () => {
    setIsOpen(false);
    setIsMounted(false);
  });
  return (
    <Accordion
      id="my-week"
      tabIndex={-1}
      title="My Week"
      aside={
        <span className={classNames(css.summary, typography.cut)}>
          {isDirty ? "Not saved yet" : <LazyRender as={loaded?.TrainingSummary} />}
        </span>
      }
      open={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        setIsMounted(true);
      }}
    >
      {isMounted && (
        <LazyRender
          as={loaded?.TrainingEditor}
          onSaved={onSaved}
          onDirty={(dirty) => {
            setIsDirty(dirty);
            onDirty(dirty);
          }}
        />
      )}
    </Accordion>
  );
}
