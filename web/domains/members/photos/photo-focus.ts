import type { Photo } from "#contract/schemas.ts";

export type FocusPoint = Pick<Photo, "focusX" | "focusY">;

/** The CSS position at which a crop shows a photo's focus point. */
export const getFocusPosition = ({ focusX, focusY }: FocusPoint): string => `${focusX}% ${focusY}%`;
