/** Joins truthy class names: `classNames(css.a, busy && css.busy)`. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");
