import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { DAY_PARTS, WEEK_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";
import { addParts, removeParts } from "#web/screens/profile-editor/training/training-values.ts";

const COLUMNS = DAY_PARTS.length;

export function partsBetween(one: number, other: number): number[] {
  const rows = [Math.floor(one / COLUMNS), Math.floor(other / COLUMNS)].sort((a, b) => a - b);
  const columns = [one % COLUMNS, other % COLUMNS].sort((a, b) => a - b);
  return Array.from({ length: WEEK_PARTS }, (_, part) => part).filter((part) => {
    const [row, column] = [Math.floor(part / COLUMNS), part % COLUMNS];
    return row >= (rows[0] ?? 0) && row <= (rows[1] ?? 0) && column >= (columns[0] ?? 0) && column <= (columns[1] ?? 0);
  });
}

/** Undefined for other keys. At an edge the focus stays. */
export function partAfterKey(part: number, key: string, isWhole: boolean): number | undefined {
  const [row, column] = [Math.floor(part / COLUMNS), part % COLUMNS];
  const at = (r: number, c: number): number =>
    Math.min(Math.max(r, 0), WEEKDAYS.length - 1) * COLUMNS + Math.min(Math.max(c, 0), COLUMNS - 1);
  switch (key) {
    case "ArrowUp":
      return at(row - 1, column);
    case "ArrowDown":
      return at(row + 1, column);
    case "ArrowLeft":
      return at(row, column - 1);
    case "ArrowRight":
      return at(row, column + 1);
    case "Home":
      return at(isWhole ? 0 : row, 0);
    case "End":
      return at(isWhole ? WEEKDAYS.length : row, COLUMNS);
    default:
      return undefined;
  }
}

interface Drag {
  readonly pointerId: number;
  readonly from: number;
  readonly before: readonly number[];
  readonly marks: boolean;
}

function partAt(x: number, y: number): number | undefined {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-part]");
  return cell ? Number(cell.dataset["part"]) : undefined;
}

/**
 * A drag marks or clears the rectangle between its start and the pointer, as its first cell says. Shift with an arrow
 * marks on.
 * @returns handlers of the grid, and the one part that is in the tab order
 */
export function useWeekSelection(parts: readonly number[], onChange: (parts: number[]) => void) {
  const [active, setActive] = useState(parts[0] ?? 0);
  const drag = useRef<Drag | null>(null);

  const focus = (grid: HTMLElement, part: number): void => {
    setActive(part);
    grid.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus({ preventScroll: true });
  };
  const mark = (before: readonly number[], marked: readonly number[], marks: boolean): void =>
    onChange(marks ? addParts(before, marked) : removeParts(before, marked));
  const toggle = (part: number): void => mark(parts, [part], !parts.includes(part));

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const part = partAt(event.clientX, event.clientY);
      if (event.button !== 0 || !event.isPrimary || part === undefined) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const marks = !parts.includes(part);
      drag.current = { pointerId: event.pointerId, from: part, before: parts, marks };
      focus(event.currentTarget, part);
      mark(parts, [part], marks);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = drag;
      if (current?.pointerId !== event.pointerId) return;
      const part = partAt(event.clientX, event.clientY);
      if (part === undefined || part === active) return;
      focus(event.currentTarget, part);
      mark(current.before, partsBetween(current.from, part), current.marks);
    },
    onPointerUp() {
      drag.current = null;
    },
    /** The browser has taken the gesture, as for a zoom by two fingers. */
    onPointerCancel() {
      if (drag.current) onChange([...drag.current.before]);
      drag.current = null;
    },
    /** By keyboard or assistive technology: a click of a pointer has marked already. */
    onClick({ target, detail }: MouseEvent<HTMLElement>) {
      const cell = target instanceof Element ? target.closest<HTMLElement>("[data-part]") : null;
      if (!cell || detail > 0) return;
      setActive(Number(cell.dataset["part"]));
      toggle(Number(cell.dataset["part"]));
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.metaKey) return;
      const part = partAfterKey(active, event.key, event.ctrlKey);
      if (part === undefined) return;
      event.preventDefault();
      if (event.shiftKey) mark(parts, [active, ...partsBetween(active, part)], true);
      focus(event.currentTarget, part);
    },
  };
  return { active, handlers };
}
