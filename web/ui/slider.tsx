import { Slider as Radix } from "radix-ui";
import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useRef } from "react";
import css from "#web/ui/slider.module.css";

interface Props {
  /** One value, or the lower and the upper end of a range. */
  values: readonly number[];
  /** What each thumb is called. */
  labels: readonly string[];
  min: number;
  max: number;
  step?: number;
  /** A value as it is said, with its unit. */
  formatValue: (value: number) => string;
  invalid?: boolean;
  onChange: (values: number[]) => void;
}

/** One value, or two that bound a range, on a track. Thumbs that meet may pass each other. */
export function Slider({ values, labels, min, max, step = 1, formatValue: say, invalid = false, onChange }: Props) {
  const before = useRef(values);
  const at = (value: number) => `${((value - min) / (max - min)) * 100}%`;

  // A thumb's own ends are the other thumb; left to itself, Home on the upper one would move the lower.
  const toOwnEnd = (event: KeyboardEvent<HTMLElement>) => {
    const thumb = Number((event.target as HTMLElement).dataset["thumb"]);
    const end = event.key === "Home" ? values[thumb - 1] : event.key === "End" ? values[thumb + 1] : undefined;
    if (end === undefined) return;
    event.preventDefault();
    onChange(values.map((value, i) => (i === thumb ? end : value)));
  };

  return (
    <Radix.Root
      className={css.slider}
      style={{ "--first": at(values[0] ?? min), "--second": at(values[1] ?? min) } as CSSProperties}
      value={[...values]}
      min={min}
      max={max}
      step={step}
      onValueChange={onChange}
      onKeyDown={toOwnEnd}
      onPointerDown={(_: PointerEvent) => {
        before.current = values;
      }}
      // The finger was on its way down the page.
      onPointerCancel={() => onChange([...before.current])}
    >
      <Radix.Track className={css.track}>
        <Radix.Range className={css.range} />
      </Radix.Track>
      {values.map((value, i) => (
        <Radix.Thumb
          key={labels[i]}
          className={css.thumb}
          data-thumb={i}
          aria-label={labels[i]}
          aria-valuetext={say(value)}
          aria-invalid={invalid || undefined}
        />
      ))}
    </Radix.Root>
  );
}
