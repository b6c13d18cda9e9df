import { expect, test } from "vitest";
import { createConversation } from "#scripts/fleet/load-conversation.ts";
import type { Reply, Requests } from "#scripts/fleet/load-requests.ts";

const members = [
  { id: "a", token: "a" },
  { id: "b", token: "b" },
] as const;
const message = (seq: number) => ({ _id: String(seq), content: String(seq - 1), seq });
const pageOf = (seqs: readonly number[]): Reply => ({
  status: 200,
  body: { messages: seqs.map(message), rev: seqs.at(-1) ?? 0, hasMore: false },
});

/** A test gives the replies. */
function createDevice() {
  const asked: ((reply: Reply) => void)[] = [];
  const untilDecided: Requests["untilDecided"] = () => new Promise((resolve) => asked.push(resolve));
  const requests = { untilDecided, once: untilDecided };
  const { views } = createConversation(members, "", requests, () => undefined);
  const answer = async (...seqs: readonly number[]) => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    asked.shift()?.(pageOf(seqs));
  };
  return { view: views[0], answer };
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
