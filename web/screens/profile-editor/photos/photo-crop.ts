import type { Photo } from "#contract/schemas.ts";

const RATIOS = [4 / 5, 1] as const;
/** A crop that cuts off less cannot be adjusted visibly. */
const LEAST = 0.01;

export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** In frame widths and heights. */
function slackIn({ width, height }: Pick<Photo, "width" | "height">, ratio: number): Shift {
  const own = width / height;
  return { x: Math.max(0, own / ratio - 1), y: Math.max(0, ratio / own - 1) };
}

/** In the frame of cards, or, if the photo fits that, in an avatar; 0 in a direction without a choice. */
export function getSlack(photo: Pick<Photo, "width" | "height">): Shift {
  const [card, avatar] = RATIOS.map((ratio) => slackIn(photo, ratio)) as [Shift, Shift];
  const along = (axis: keyof Shift) => [card[axis], avatar[axis]].find((slack) => slack > LEAST) ?? 0;
  return { x: along("x"), y: along("y") };
}

type Focus = Pick<Photo, "focusX" | "focusY">;

/** @param drag in frame widths and heights */
export function dragFocus(from: Focus, drag: Shift, slack: Shift): Focus {
  // The photo follows the pointer, so the part in view moves the other way.
  const move = (value: number, by: number, room: number) =>
    room === 0 ? value : Math.round(Math.min(100, Math.max(0, value - (by / room) * 100)));
  return { focusX: move(from.focusX, drag.x, slack.x), focusY: move(from.focusY, drag.y, slack.y) };
}
