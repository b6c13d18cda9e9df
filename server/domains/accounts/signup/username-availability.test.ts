import { expect, test } from "vitest";
import { makeCandidates } from "#server/domains/accounts/signup/username-availability.service.ts";

function listCandidates(username: string): Set<string> {
  const draws = Array.from({ length: 900 }, (_, i) => (i + 0.5) / 900);
  return new Set(draws.flatMap((draw) => makeCandidates(username, () => draw)));
}

test("names end with two or three digits", () => {
  const names = listCandidates("lotte");
  expect(names).toContain("lotte57");
  expect(names).toContain("lotte573");
  expect(names.size).toBeGreaterThan(800);
});

test("no name ends with a number that has a bad meaning, also together with the digits of the taken one", () => {
  for (const username of ["lotte", "lotte14", "lotte6"]) {
    const names = [...listCandidates(username)];
    expect(names.filter((name) => /(?:14|18|69|88|420|666|1488)$/.test(name))).toEqual([]);
  }
});
