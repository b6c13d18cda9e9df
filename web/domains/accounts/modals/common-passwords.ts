import { PASSWORD_MIN } from "#contract/limits.ts";

/** The most common passwords that satisfy the minimum length. */
const COMMON: ReadonlySet<string> = new Set([
  "password",
  "password1",
  "password12",
  "password123",
  "passw0rd",
  "p@ssw0rd",
  "12345678",
  "123456789",
  "1234567890",
  "87654321",
  "11111111",
  "00000000",
  "88888888",
  "12341234",
  "123123123",
  "987654321",
  "abc12345",
  "abcd1234",
  "1q2w3e4r",
  "1qaz2wsx",
  "qwertyui",
  "qwertyuiop",
  "qwerty12",
  "qwerty123",
  "asdfghjkl",
  "iloveyou",
  "iloveyou1",
  "sunshine",
  "princess",
  "football",
  "football1",
  "baseball",
  "basketball",
  "superman",
  "trustno1",
  "welcome1",
  "welcome123",
  "letmein1",
  "letmein123",
  "whatever",
  "computer",
  "internet",
  "michelle",
  "jennifer",
  "starwars",
  "corvette",
  "changeme",
  "administrator",
  "liverpool",
  "bodybuilding",
  "crossfit",
  "fitness1",
  "fitness123",
]);

/** A reason to warn, never to reject. */
const isCommonPassword = (password: string): boolean => COMMON.has(password.trim().toLowerCase());

/** Shorter names occur in too many words. */
const NAME_MIN = 4;

function containsName(password: string, names: readonly string[]): boolean {
  const text = password.toLowerCase();
  return names
    .map((name) => name.split("@")[0]?.trim().toLowerCase() ?? "")
    .some((name) => name.length >= NAME_MIN && text.includes(name));
}

/** @param names the email and username of the account, as far as they are known */
export function passwordHint(password: string, ...names: readonly string[]): string {
  if (isCommonPassword(password)) return "That one is on every guesser's list. A few words in a row are safer.";
  if (containsName(password, names)) return "Your name is in it: a guesser tries that first. A few words are safer.";
  return `At least ${PASSWORD_MIN} characters`;
}
