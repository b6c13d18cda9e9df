import { afterEach, expect, test, vi } from "vitest";
import { forgetHabits, readHabits, rememberHabits } from "#web/features/dates/date-habits.ts";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const logIn = (_id: string): void => {
  stored.set("token", `token of ${_id}`);
  stored.set("user", JSON.stringify({ _id, username: _id }));
};
const NONE = { sport: undefined, places: [] };

afterEach(() => stored.clear());

test("the last sport and three places are known, the latest first, each once", () => {
  logIn("sam");
  expect(readHabits()).toEqual(NONE);
  for (const place of ["Zilker Park", "Iron Temple", "The track", "zilker park"]) rememberHabits("run", place);
  rememberHabits("climb", "The wall");
  expect(readHabits()).toEqual({ sport: "climb", places: ["The wall", "zilker park", "The track"] });
  forgetHabits();
  expect(readHabits()).toEqual(NONE);
});

test("another member of the device does not learn of them, and damage is no obstacle", () => {
  logIn("sam");
  rememberHabits("run", "Zilker Park");
  logIn("maya");
  expect(readHabits()).toEqual(NONE);
  stored.set("dateHabits", "{");
  expect(readHabits()).toEqual(NONE);
  stored.set("dateHabits", JSON.stringify({ me: "maya", sport: "chess", places: [1, "The track"] }));
  expect(readHabits()).toEqual({ sport: undefined, places: ["The track"] });
});
