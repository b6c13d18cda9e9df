/** The first letter or digit of the name, else its first character. */
export const getInitial = (username: string): string =>
  (username.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [...username][0] ?? "").toLocaleUpperCase();
