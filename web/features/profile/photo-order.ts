/** A place of the grid, or a tile, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The list with one of its members at another place; the others close up. */
export function moveItem<T>(list: readonly T[], member: T, to: number): T[] {
  const others = list.filter((one) => one !== member);
  return [...others.slice(0, to), member, ...others.slice(to)];
}

/** Which of the boxes a point lies in; -1 between them. */
export const findBoxAt = (boxes: readonly Box[], x: number, y: number): number =>
  boxes.findIndex(({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height);

/** How far each file of an upload is, 0 to 1: they go out one after the other. */
export function splitProgress(sizes: readonly number[], share: number): number[] {
  const sent = share * sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  return sizes.map((size) => {
    const part = Math.min(1, Math.max(0, (sent - before) / Math.max(size, 1)));
    before += size;
    return part;
  });
}
