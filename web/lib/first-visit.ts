/** Local storage key: the day on which this browser opened Spotter first, or since when an account began or ended in it. */
const FIRST_VISIT_KEY = "firstVisit";

const getToday = (): string => new Date().toDateString();

export const startFirstVisit = (): void => localStorage.setItem(FIRST_VISIT_KEY, getToday());

/** The first call starts the first visit. */
export function isFirstVisit(): boolean {
  if (localStorage.getItem(FIRST_VISIT_KEY) === null) startFirstVisit();
  return localStorage.getItem(FIRST_VISIT_KEY) === getToday();
}
