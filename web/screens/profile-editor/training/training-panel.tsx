import { useState } from "react";
import { useLocation } from "react-router";
import { Accordion } from "#web/ui/accordion.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type { FormPartProps } from "#web/ui/form-part.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import typography from "#web/ui/typography.module.css";

const editor = lazyModule(() => import("#web/screens/profile-editor/training/training-editor.tsx"));

interface Props extends Omit<FormPartProps, "onRefused"> {
  onSaved: () => void;
}

/** Once opened, the form stays mounted and keeps its changes. */
export function TrainingPanel({ onSaved, onDirty, part }: Props) {
  const { hash, key } = useLocation();
  const isLinked = hash === "#my-week";
  const [isOpen, setIsOpen] = useState(isLinked);
  const [isMounted, setIsMounted] = useState(isOpen);
  // A link on the same page opens it as well, also if it is followed again.
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    if (isLinked) {
      setIsOpen(true);
      setIsMounted(true);
    }
  }
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
        <span className={classNames(typography.muted, typography.cut)}>
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
          asPart={{
            part,
            onDirty: (dirty: boolean) => {
              setIsDirty(dirty);
              onDirty(dirty);
            },
            onRefused: () => setIsOpen(true),
          }}
        />
      )}
    </Accordion>
  );
}
