import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { FILES_MAX } from "#contract/limits.ts";
import type { Sport } from "#contract/training/sports.ts";
import { describeLeftOut } from "#web/screens/profile-editor/training/files/file-texts.ts";
import { FilesPreview } from "#web/screens/profile-editor/training/files/files-preview.tsx";
import css from "#web/screens/profile-editor/training/files/fill-from-files.module.css";
import { chooseFiles, readFiles, type UnreadFile } from "#web/screens/profile-editor/training/files/read-files.ts";
import { type SuggestedWeek, suggestWeek } from "#web/screens/profile-editor/training/files/week-of-workouts.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Progress } from "#web/ui/progress.tsx";
import typography from "#web/ui/typography.module.css";
import { useFocusOnChange } from "#web/ui/use-focus-on-change.ts";

type State =
  | { readonly kind: "idle"; readonly isFilled: boolean }
  | { readonly kind: "reading"; readonly done: number; readonly total: number }
  | {
      readonly kind: "read";
      readonly week: SuggestedWeek | undefined;
      readonly unread: readonly UnreadFile[];
      readonly leftOut: string | undefined;
    }
  | { readonly kind: "failed"; readonly files: readonly File[] };

interface Props {
  /** Parts ascending, and levels for some sports. The editor stores nothing before it is saved. */
  onFill: (parts: readonly number[], sports: readonly { sport: Sport; level: number }[]) => void;
}

/** On the device only. */
export function FillFromFiles({ onFill }: Props) {
  const [state, setState] = useState<State>({ kind: "idle", isFilled: false });
  const reading = useRef<AbortController>(undefined);
  const target = useFocusOnChange(state.kind);
  useEffect(() => () => reading.current?.abort(), []);

  const read = async (files: readonly File[]) => {
    const chosen = chooseFiles(files);
    const controller = new AbortController();
    reading.current?.abort();
    reading.current = controller;
    setState({ kind: "reading", done: 0, total: chosen.length });
    try {
      const { workouts, unread } = await readFiles(chosen, {
        signal: controller.signal,
        onProgress: (done) => setState({ kind: "reading", done, total: chosen.length }),
      });
      const week = suggestWeek(workouts, Date.now());
      setState({ kind: "read", week, unread, leftOut: describeLeftOut(files.length) });
    } catch {
      if (!controller.signal.aborted) setState({ kind: "failed", files });
    }
  };
  const close = (isFilled: boolean) => {
    reading.current?.abort();
    setState({ kind: "idle", isFilled });
  };

  switch (state.kind) {
    case "idle":
      return <Start ref={target} isFilled={state.isFilled} onFiles={(files) => void read(files)} />;
    case "reading":
      return (
        <div className={css.panel}>
          <p className={classNames(typography.strong, typography.number)}>
            Reading file {state.done + 1} of {state.total}...
          </p>
          <Progress label="Reading files" share={state.done / state.total} />
          <Button ref={target} variant="line" className={css.alone} onClick={() => close(false)}>
            Cancel
          </Button>
        </div>
      );
    case "read":
      return (
        <div className={css.panel}>
          <FilesPreview
            ref={target}
            {...state}
            onUse={({ parts, levels }) => {
              onFill(
                parts,
                levels.map(({ sport, level }) => ({ sport, level })),
              );
              close(true);
            }}
            onCancel={() => close(false)}
          />
        </div>
      );
    case "failed":
      return (
        <div className={css.panel} role="alert">
          <p className={typography.strong}>Reading did not start. Check your connection, then try again.</p>
          <div className={css.actions}>
            <Button ref={target} onClick={() => void read(state.files)}>
              Try again
            </Button>
            <Button variant="line" onClick={() => close(false)}>
              Cancel
            </Button>
          </div>
        </div>
      );
  }
}

interface StartProps {
  ref: (element: HTMLElement | null) => void;
  isFilled: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Files can also be dropped on it. */
function Start({ ref, isFilled, onFiles }: StartProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allows the same files to be chosen again.
    event.target.value = "";
    if (files.length > 0) onFiles(files);
  };
  const allowDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <fieldset
      aria-label="Workout files"
      className={classNames(css.panel, css.zone)}
      data-over={isOver}
      onDragOver={allowDrop}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {/* Without `accept`: phones do not know the types of these files, and would not let them be chosen. */}
      <input ref={input} type="file" multiple hidden onChange={choose} />
      <div className={css.start}>
        <Button ref={ref} variant="line" onClick={() => input.current?.click()}>
          Fill from my files
        </Button>
        <span className={classNames(css.dropHint, typography.small, typography.muted)}>or drop them here</span>
      </div>
      <p className={classNames(css.hint, typography.small, typography.muted)}>
        Your files never leave this device. We read when, which sport, how long and how far. FIT, GPX or TCX, up to{" "}
        {FILES_MAX} at a time.
      </p>
      <p role="status" className={classNames(css.hint, typography.small, typography.strong)}>
        {isFilled && "Filled in. Look it over, then save your week."}
      </p>
    </fieldset>
  );
}
