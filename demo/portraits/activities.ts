/** The interests that have a motif, a prop and scenes of their own. The order is part of the drawings: append only. */
export const ACTIVITIES = [
  "Weightlifting",
  "CrossFit",
  "Running",
  "Cycling",
  "Swimming",
  "Yoga",
  "Boxing",
  "Rock Climbing",
  "Hiking",
  "Dance",
  "Tennis",
  "Basketball",
] as const;
export type Activity = (typeof ACTIVITIES)[number];

export const isActivity = (name: string): name is Activity => (ACTIVITIES as readonly string[]).includes(name);
