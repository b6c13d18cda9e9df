import { expect, test } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { findPinned } from "#web/screens/messages/dates/pinned-date.tsx";

const [me, her] = ["me", "her"];
const NOW = Date.parse("2026-11-25T12:00:00Z");
const [TOMORROW, LATER, PAST] = ["2026-11-26T15:00:00.000Z", "2026-11-28T15:00:00.000Z", "2026-11-20T15:00:00.000Z"];

const card = (_id: string, date: Partial<WorkoutDate>) =>
  ({ _id, date: { minutes: 60, state: "proposed", turn: her, times: [LATER], ...date } }) as unknown as Message;
const pin = (...messages: Message[]) => findPinned(messages, me, NOW)?._id;

test("pins what waits for me before what is agreed, and that before what waits for the other member", () => {
  const waiting = card("waiting", { times: [TOMORROW] });
  const agreed = card("agreed", { state: "agreed", turn: null, times: [TOMORROW] });
  const asked = card("asked", { state: "changed", turn: me });
  expect(pin(waiting, agreed, asked)).toBe("asked");
  expect(pin(waiting, agreed)).toBe("agreed");
  expect(pin(waiting)).toBe("waiting");
});

test("pins the soonest of several, and one that is under way", () => {
  const later = card("later", { state: "agreed", turn: null });
  const sooner = card("sooner", { state: "agreed", turn: null, times: [TOMORROW] });
  const begun = card("begun", { state: "agreed", turn: null, times: ["2026-11-25T11:30:00.000Z"] });
  expect(pin(later, sooner)).toBe("sooner");
  expect(pin(later, sooner, begun)).toBe("begun");
});

test("pins nothing that is over, expired, declined or called off, and no text", () => {
  expect(
    pin(
      { _id: "text" } as Message,
      card("over", { state: "agreed", turn: null, times: [PAST] }),
      card("expired", { turn: me, times: [PAST] }),
      card("declined", { state: "declined", turn: null }),
      card("off", { state: "called_off", turn: null }),
    ),
  ).toBeUndefined();
});
