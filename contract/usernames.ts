/*
 * What a username may not be, beside its length and characters. The form checks as much as it can without long lists; the
 * server checks the same with look-alikes folded and every top-level domain (`server/modules/profiles/usernames.ts`).
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

/** Whether all letters of a name are of one script: 'М' beside Latin letters is there to be taken for an 'M'. */
export const isOneScript = (name: string): boolean => ONE_SCRIPT.test(name.normalize("NFKC"));

/** Stands for the product wherever it is in a name. */
const BRAND = "spotter";
/** Who speaks for the product, as a word of a name. */
const ROLES = "administrator admin moderator official staff support sysadmin webmaster".split(" ");
/** With roles and nothing else they make a name that somebody official may have: 'the admin team', 'gymsupport'. */
const FILLERS =
  "app care center chat customer desk gym help mod real safety security service team the trust your".split(" ");
/** What the product calls itself and people. */
const WHOLE =
  "abuse anonymous billing customercare customerservice deletedaccount deletedmember deleteduser everyone help helpcenter helpdesk helpteam mod mods newsletter noreply null postmaster root safetyteam security securityteam system team trustandsafety undefined unknown".split(
    " ",
  );

/** Whether these words, as one name or as many, may be taken for the product's own. All is folded. */
function soundOfficial(words: readonly string[], brands: readonly string[], fold: (text: string) => string): boolean {
  const roles = ROLES.map(fold);
  const squashed = words.join("");
  if (brands.some((brand) => squashed.includes(brand)) || words.some((word) => roles.includes(word))) return true;
  if (WHOLE.map(fold).includes(squashed)) return true;
  const rest = squashed.replace(new RegExp([...roles, ...FILLERS.map(fold)].join("|"), "g"), "");
  return rest === "" && roles.some((role) => squashed.includes(role));
}

/**
 * Whether a name may be taken for the product, or for somebody who speaks for it.
 * @param fold makes one of what looks alike
 * @param brands other names of the product
 */
export function isReserved(
  name: string,
  fold: (text: string) => string = (text) => text.toLowerCase(),
  brands: readonly string[] = [],
): boolean {
  const words = name
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[ ._'-]+/);
  // Numbers around a word are decoration, or stand for letters.
  const bare = words.map((word) => word.replace(/^\p{N}+|\p{N}+$/gu, ""));
  const own = [BRAND, ...brands].map(fold);
  return [words, bare].some((each) => soundOfficial(each.map(fold), own, fold));
}

/** What mail programs make links of most often. */
const COMMON_DOMAINS = new Set(
  "com net org info io co app dev me link site xyz online shop club gg ru uk us".split(" "),
);

/**
 * Whether a name reads as a web address, of which mail programs make a link.
 * @param domains the top-level domains that count, in small letters
 */
export const isWebAddress = (name: string, domains: ReadonlySet<string> = COMMON_DOMAINS): boolean =>
  /(?<![\p{L}\p{N}])www\./iu.test(name) ||
  [...name.matchAll(/(?<=[\p{L}\p{N}])\.([\p{L}\p{M}]{2,})(?![\p{L}\p{N}])/gu)].some(([, domain = ""]) =>
    domains.has(domain.normalize("NFKC").toLowerCase()),
  );
