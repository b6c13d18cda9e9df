/**
 * Query keys of what is asked about a date. Types only: the live updates load with the member shell and the queries with
 * the cards, so that a shared value would be a chunk of its own.
 */
export type ComparisonKey = readonly ["comparison", userId: string];
export type OutcomeKey = readonly ["outcome", messageId: string];
