import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/progress.module.css";

export interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  className?: string | undefined;
}

export const toPercent = (share: number): number => Math.round(share * 100);

export const progressAttributes = ({ label, share }: ProgressProps) =>
  ({
    role: "progressbar",
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": 100,
    "aria-valuenow": toPercent(share),
  }) as const;

export const Progress = (props: ProgressProps) => (
  <span {...progressAttributes(props)} className={classNames(css.bar, props.className)}>
    <span className={css.done} style={{ width: `${toPercent(props.share)}%` }} />
  </span>
);
