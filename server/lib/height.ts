/** `5'10"` as inches; null for no text. The contract has checked that it is one of the list. */
export function inchesOf(text: string | null | undefined): number | null {
  const [, feet, inches] = /^(\d)'(\d{1,2})"$/.exec(text ?? "") ?? [];
  return feet === undefined ? null : Number(feet) * 12 + Number(inches);
}
