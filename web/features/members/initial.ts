/** The letter that stands for a member without a photo: the first letter or digit of the name, or its first sign. */
export const initialOf = (username: string): string =>
  (username.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [...username][0] ?? "").toLocaleUpperCase();
