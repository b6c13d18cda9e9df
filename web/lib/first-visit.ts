/** Local storage key: the day on which this browser opened Spotter first, or since when an account began or ended in it. */
const FIRST_VISIT_KEY = "firstVisit";

const getToday = (): string => new Date().toDateString();

/** Makes today the first visit. */
export const startFirstVisit = (): void => localStorage.setItem(FIRST_VISIT_KEY, getToday());

/** Whether this is the day of the first visit. The first call starts it. */
export function isFirstVisit(): boolean {
  if (localStorage.getItem(FIRST_VISIT_KEY) === null) startFirstVisit();
  return localStorage.getItem(FIRST_VISIT_KEY) === getToday();
}
