import type { Photo } from "#contract/schemas.ts";

const CENTRE = 50;

/** Absent in responses that an earlier version of the app has stored. */
export type FocusPoint = Partial<Pick<Photo, "focusX" | "focusY">>;

/** The CSS position at which a crop shows a photo's focus point. */
export const getFocusPosition = ({ focusX = CENTRE, focusY = CENTRE }: FocusPoint): string => `${focusX}% ${focusY}%`;
