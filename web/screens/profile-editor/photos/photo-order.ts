export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function moveItem<T>(list: readonly T[], member: T, to: number): T[] {
  const others = list.filter((one) => one !== member);
  return [...others.slice(0, to), member, ...others.slice(to)];
}

/** -1 if no box contains the point. */
export const findBoxAt = (boxes: readonly Box[], x: number, y: number): number =>
  boxes.findIndex(({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height);

/** From 0 to 1 per file. The files of an upload are sent in sequence. */
export function splitProgress(sizes: readonly number[], share: number): number[] {
  const sent = share * sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  return sizes.map((size) => {
    const part = Math.min(1, Math.max(0, (sent - before) / Math.max(size, 1)));
    before += size;
    return part;
  });
}
