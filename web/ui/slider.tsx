import { Slider as Radix } from "radix-ui";
import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useRef } from "react";
import css from "#web/ui/slider.module.css";

interface Props {
  values: readonly number[];
  labels: readonly string[];
  min: number;
  max: number;
  step?: number;
  /** For screen readers, with the unit. */
  formatValue: (value: number) => string;
  invalid?: boolean;
  onChange: (values: number[]) => void;
}

/** Thumbs that meet may pass each other. */
export function Slider({ values, labels, min, max, step = 1, formatValue, invalid = false, onChange }: Props) {
  const valuesOnPress = useRef(values);
  const at = (value: number) => `${((value - min) / (max - min)) * 100}%`;

  // Home and End move a thumb as far as the other one. By default, Home on the upper thumb would move the lower.
  const moveToEnd = (event: KeyboardEvent<HTMLElement>) => {
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
      onKeyDown={moveToEnd}
      onPointerDown={(_: PointerEvent) => {
        valuesOnPress.current = values;
      }}
      // The gesture turned out to be a scroll.
      onPointerCancel={() => onChange([...valuesOnPress.current])}
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
          aria-valuetext={formatValue(value)}
          aria-invalid={invalid || undefined}
        />
      ))}
    </Radix.Root>
  );
}
