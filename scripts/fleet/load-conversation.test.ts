import { expect, test } from "vitest";
import { createConversation } from "#scripts/fleet/load-conversation.ts";
import type { Reply, Requests } from "#scripts/fleet/load-requests.ts";

const members = [
  { id: "a", token: "a" },
  { id: "b", token: "b" },
] as const;
const message = (seq: number, sender = "a") => ({
  _id: String(seq),
  content: String(seq - 1),
  seq,
  sender: { _id: sender },
});
const pageOf = (seqs: readonly number[]): Reply => ({
  status: 200,
  body: { messages: seqs.map((seq) => message(seq)), rev: seqs.at(-1) ?? 0, hasMore: false },
});

/** A test gives the replies. */
function createDevice() {
  const asked: ((reply: Reply) => void)[] = [];
  let marked = 0;
  const untilDecided: Requests["untilDecided"] = (_, method) => {
    if (method === "PUT") marked++;
    return new Promise((resolve) => asked.push(resolve));
  };
  const requests = { untilDecided, once: untilDecided };
  const { views } = createConversation(
    members,
    "",
    requests,
    () => undefined,
    (error) => expect.unreachable(String(error)),
  );
  const answer = async (...seqs: readonly number[]) => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    asked.shift()?.(pageOf(seqs));
  };
  return { view: views[0], answer, countMarked: () => marked };
}

test("shows a text whose event comes while an older page is on its way", async () => {
  const { view, answer } = createDevice();
  const caughtUp = view.catchUp();
  view.onEvent("new_message", { message: message(1), rev: 1 });
  await answer();
  await answer(1);
  await caughtUp;
  expect([...view.shown.keys()]).toEqual([1]);
});

test("catches up once more if it connects again meanwhile", async () => {
  const { view, answer } = createDevice();
  const caughtUp = [view.catchUp(), view.catchUp()];
  await answer();
  await answer(1);
  await Promise.all(caughtUp);
  expect([...view.shown.keys()]).toEqual([1]);
});

test("marks what it shows of the other member as read, in one request at a time", async () => {
  const { view, answer, countMarked } = createDevice();
  view.onEvent("new_message", { message: message(1, "b"), rev: 1 });
  view.onEvent("new_message", { message: message(2), rev: 2 });
  expect(countMarked()).toBe(1);
  view.onEvent("new_message", { message: message(3, "b"), rev: 3 });
  view.onEvent("messages_read", { rev: 4 });
  view.onEvent("new_message", { message: message(5, "b"), rev: 5 });
  expect(countMarked()).toBe(1);
  await answer();
  await expect.poll(countMarked).toBe(2);
  expect([...view.shown.keys()]).toEqual([1, 2, 3, 5]);
});
