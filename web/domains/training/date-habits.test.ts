import { afterEach, expect, test, vi } from "vitest";
import { forgetHabits, readHabits, rememberHabits } from "#web/domains/training/date-habits.ts";

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
const NONE = { sport: undefined, places: [], times: [] };
const SATURDAY = { weekday: 5, time: "09:00" };
const MONDAY = { weekday: 0, time: "18:30" };

afterEach(() => stored.clear());

test("the last sport, three places and three times are known, the latest first, each once", () => {
  logIn("sam");
  expect(readHabits()).toEqual(NONE);
  for (const place of ["Zilker Park", "Iron Temple", "The track", "zilker park"])
    rememberHabits("run", place, [SATURDAY]);
  rememberHabits("climb", "The wall", [MONDAY, { ...MONDAY, time: "07:00" }]);
  expect(readHabits()).toEqual({
    sport: "climb",
    places: ["The wall", "zilker park", "The track"],
    times: [MONDAY, { ...MONDAY, time: "07:00" }, SATURDAY],
  });
  forgetHabits();
  expect(readHabits()).toEqual(NONE);
});

test("another member of the device does not learn of them, and damage is no obstacle", () => {
  logIn("sam");
  rememberHabits("run", "Zilker Park", [SATURDAY]);
  logIn("maya");
  expect(readHabits()).toEqual(NONE);
  stored.set("dateHabits", "{");
  expect(readHabits()).toEqual(NONE);
  stored.set(
    "dateHabits",
    JSON.stringify({ me: "maya", sport: "chess", places: [1, "The track"], times: [null, { weekday: 1 }, MONDAY] }),
  );
  expect(readHabits()).toEqual({ sport: undefined, places: ["The track"], times: [MONDAY] });
});
