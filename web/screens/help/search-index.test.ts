import { describe, expect, test } from "vitest";
import { search } from "#web/screens/help/search-index.ts";
import { isSearchable, splitMatches } from "#web/screens/help/word-matching.ts";

const ids = (typed: string): string[] => search(typed).map(({ article }) => article.id);

describe("help search", () => {
  test.each([
    ["how do crushes work", "how-crushes-work"],
    ["report", "report-someone"],
    ["delete my account", "delete-your-account"],
    ["forgot password", "log-in-and-reset"],
    ["cant log in", "log-in-and-reset"],
    ["why can’t I log in?", "log-in-and-reset"],
    ["account suspended", "when-we-restrict-your-account"],
    ["logout", "download-your-data"],
    ["cancel subscription", "unlimited-membership"],
    ["unblock", "block-someone"],
    ["read receipts", "what-the-ticks-mean"],
    ["zip code", "set-your-location"],
    ["gym etiquette", "gym-etiquette"],
  ])("ranks the intended article first for '%s'", (typed, id) => {
    expect(ids(typed)[0]).toBe(id);
  });

  test.each([
    ["crsuh", "how-crushes-work"],
    ["pohto", "add-and-arrange-photos"],
    ["refnud", "payments-and-history"],
    ["cancle", "unlimited-membership"],
    ["withdraw from contract", "withdraw-from-a-purchase"],
    ["14 days money back", "withdraw-from-a-purchase"],
    ["passwrod", "log-in-and-reset"],
    ["dakr mode", "light-or-dark"],
  ])("corrects transposed letters in '%s'", (typed, id) => {
    expect(ids(typed)[0]).toBe(id);
  });

  test.each([
    ["i paid but no crushes", "payments-and-history"],
    ["I paid and my crushes are not there", "payments-and-history"],
    ["who saw me", "find-people"],
    ["gay", "set-your-preferences"],
    ["install", "install-the-app"],
    ["how do I install the app on my iphone?", "install-the-app"],
    ["dark mode", "light-or-dark"],
  ])("ranks the intended article first for the colloquial query '%s'", (typed, id) => {
    expect(ids(typed)[0]).toBe(id);
  });

  test("shows a passage of at least five words", () => {
    for (const typed of ["blok", "block", "report", "crush", "photo", "password", "match"])
      for (const { article, passage } of search(typed))
        if (passage !== undefined) expect(passage.split(" ").length, `${typed}: ${article.id}`).toBeGreaterThan(4);
  });

  test("finds words by prefix", () => {
    for (const typed of ["memb", "membe", "membership"]) expect(ids(typed), typed).toContain("unlimited-membership");
    expect(ids("pic")).toContain("send-pictures");
  });

  test("tolerates typos", () => {
    expect(ids("membrship")).toContain("unlimited-membership");
    expect(ids("pasword")[0]).toBe("log-in-and-reset");
    expect(ids("etiqette")[0]).toBe("gym-etiquette");
  });

  test("finds articles by their keywords", () => {
    expect(ids("gdpr")).toContain("delete-your-account");
    expect(ids("catfish")[0]).toBe("spot-a-scam");
  });

  test("ranks articles with all words before those with some, ignoring case and accents", () => {
    expect(ids("hide browse")[0]).toBe("hide-your-profile");
    expect(ids("HIDE")).toEqual(ids("hide"));
    expect(ids("cafés")).toEqual(ids("cafes"));
    expect(ids("crocodile password")[0]).toBe("log-in-and-reset");
  });

  test("finds nothing for unknown words and handles unusual input", () => {
    for (const nothing of ["crocodile", "crocodlie", "xyzzy", "qwert", "asdfgh", "zebra", "ylppa"])
      expect(ids(nothing), nothing).toEqual([]);
    for (const odd of ["", "   ", "???", "🏋️", "<>", "a".repeat(500), "\\", "*"]) expect(ids(odd), odd).toEqual([]);
  });

  test("shows a matching sentence when title and description do not match", () => {
    const [hit] = search("springfield");
    expect(hit?.article.id).toBe("set-your-location");
    expect(hit?.passage).toBe("There is more than one Springfield.");
    expect(search("report")[0]?.passage).toBeUndefined();
  });

  test("marks whole words", () => {
    const [hit] = search("memb");
    expect(hit && splitMatches("Cancel your membership.", hit.found)).toEqual([
      { text: "Cancel your ", hit: false },
      { text: "membership", hit: true },
      { text: ".", hit: false },
    ]);
  });
});

test("requires a word that is neither a stop word nor empty", () => {
  for (const typed of ["", " ", "how", "How do I", "what is the", "?"]) expect(isSearchable(typed), typed).toBe(false);
  for (const typed of ["how do I p", "crush", "18"]) expect(isSearchable(typed), typed).toBe(true);
});
