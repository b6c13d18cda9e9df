/**
 * A migration's number and words say how it may be applied while processes of the release before run
 * (`docs/guides/migrations.md`):
 * - `0040-nickname`: an addition, which they do not notice.
 * - `0041-concurrently-index-nickname`: indexes built without blocking writes, outside of a transaction.
 * - `0050-contract-0040-drop-username`: removes what only versions without migration 0040 use.
 */

const CONTRACT = /^\d{4}-contract-(\d{4})-/;
const CONCURRENTLY = /^\d{4}-concurrently-/;

/** Such as `0040`. */
export const numberOf = (name: string): string => name.slice(0, 4);

/** The number of the migration that a version must have to run after this one; undefined if any version may. */
export const requiredBy = (name: string): string | undefined => CONTRACT.exec(name)?.[1];

/** Whether a migration must run outside of a transaction. */
export const isConcurrent = (name: string): boolean => CONCURRENTLY.test(name);

/** The schema of a database, compared with the migrations of this version. */
export interface SchemaState {
  /** Migrations that are still to be applied, in order. */
  readonly pending: readonly string[];
  /** Migrations of a newer version. */
  readonly unknown: readonly string[];
  /** The one of them that has removed what this version needs; undefined if it can run. */
  readonly breaking: string | undefined;
  readonly isEmpty: boolean;
}

/**
 * @param known the migrations of this version, in order
 * @param applied those of the database
 */
export function compareMigrations(known: readonly string[], applied: readonly string[]): SchemaState {
  const numbers = known.map(numberOf);
  const unknown = applied.filter((name) => !known.includes(name));
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown,
    breaking: unknown.find((name) => {
      const required = requiredBy(name);
      return required !== undefined && !numbers.includes(required);
    }),
    isEmpty: applied.length === 0,
  };
}
