/*
 * Beyond length and characters. The form has no long lists; the server also folds look-alikes and knows every top-level
 * domain (`server/domains/members/profiles/usernames.ts`).
 */

/** Scripts that names are written in today (Unicode 31, table 5); Chinese, Japanese and Korean each write with several. */
const SCRIPTS = [
  ..."Latn Cyrl Grek Arab Armn Beng Deva Ethi Geor Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt"
    .split(" ")
    .map((script) => [script]),
  ["Hani", "Bopo"],
  ["Hani", "Hira", "Kana"],
  ["Hani", "Hang"],
];

const ONE_SCRIPT = new RegExp(
  `^(?:${SCRIPTS.map((group) => `[${[...group, "Zyyy", "Zinh"].map((script) => `\\p{scx=${script}}`).join("")}]*`).join("|")})$`,
  "u",
);

/** Mixed scripts are used to impersonate: a Cyrillic 'М' among Latin letters looks like an 'M'. */
export const isOneScript = (name: string): boolean => ONE_SCRIPT.test(name.normalize("NFKC"));

/** Reserved anywhere in a name. */
const BRAND = "spotter";
/** Reserved as a word of a name. */
const ROLES = "administrator admin moderator official staff support sysadmin webmaster".split(" ");
/** Reserved together with a role: 'the admin team', 'gymsupport'. */
const FILLERS =
  "app care center chat customer desk gym help mod real safety security service team the trust your".split(" ");
/** Reserved as the whole name. */
const WHOLE =
  "abuse anonymous billing customercare customerservice deletedaccount deletedmember deleteduser everyone help helpcenter helpdesk helpteam mod mods newsletter noreply null postmaster root safetyteam security securityteam system team trustandsafety undefined unknown".split(
    " ",
  );

/** All arguments are folded. */
function isOfficial(words: readonly string[], brands: readonly string[], fold: (text: string) => string): boolean {
  const roles = ROLES.map(fold);
  const squashed = words.join("");
  if (brands.some((brand) => squashed.includes(brand)) || words.some((word) => roles.includes(word))) return true;
  if (WHOLE.map(fold).includes(squashed)) return true;
  const rest = squashed.replace(new RegExp([...roles, ...FILLERS.map(fold)].join("|"), "g"), "");
  return rest === "" && roles.some((role) => squashed.includes(role));
}

/** @param fold maps look-alike characters to one @param brands other names of the product */
export function isReserved(
  name: string,
  fold: (text: string) => string = (text) => text.toLowerCase(),
  brands: readonly string[] = [],
): boolean {
  const words = name
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[ ._'-]+/);
  // Numbers around a word are decoration, or substitute letters.
  const bare = words.map((word) => word.replace(/^\p{N}+|\p{N}+$/gu, ""));
  const own = [BRAND, ...brands].map(fold);
  return [words, bare].some((each) => isOfficial(each.map(fold), own, fold));
}

/** A phone number has at least so many digits. A year or a lucky number has fewer. */
const PHONE_DIGITS_MIN = 7;
/** Anywhere in a name without its separators. */
const MESSENGERS = /whats?app|telegram|instagram|snapchat|wechat|onlyfans|discord|viber|messenger/;
/** As words of a name. */
const MESSENGER_WORDS = new Set("ig insta kik skype sms snap tg".split(" "));
const ASKS = /\b(?:call|dm|signal|text) ?me\b/;

/** By a phone number or the name of a messenger. A name is in the subject of emails and in pushes to strangers. */
export function hasContact(name: string): boolean {
  const text = name.normalize("NFKC").toLowerCase();
  const words = text.split(/[^\p{L}\p{M}]+/u);
  return (
    (text.match(/\p{Nd}/gu)?.length ?? 0) >= PHONE_DIGITS_MIN ||
    MESSENGERS.test(text.replace(/[^\p{L}]/gu, "")) ||
    ASKS.test(words.join(" ")) ||
    words.some((word) => MESSENGER_WORDS.has(word))
  );
}

const COMMON_DOMAINS = new Set(
  "com net org info io co app dev me link site xyz online shop club gg ru uk us".split(" "),
);

/** Email clients would make a link of it. @param domains top-level domains in lower case */
export const isWebAddress = (name: string, domains: ReadonlySet<string> = COMMON_DOMAINS): boolean =>
  /(?<![\p{L}\p{N}])www\./iu.test(name) ||
  [...name.matchAll(/(?<=[\p{L}\p{N}])\.([\p{L}\p{M}]{2,})(?![\p{L}\p{N}])/gu)].some(([, domain = ""]) =>
    domains.has(domain.normalize("NFKC").toLowerCase()),
  );
