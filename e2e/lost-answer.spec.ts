import { log, openChat, write } from "./chat-page.ts";
import { expect, test } from "./fixtures.ts";
import { loseAnswers } from "./network.ts";
import { enterAs, makeMatch, thread } from "./people.ts";

test("a message whose answer was lost after the commit is sent again by itself, and there once on both sides", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  // The browser hears of it by the answer alone.
  await page.routeWebSocket(/socket\.io/, () => {});
  await enterAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const theirs = await person();
  await openChat(theirs, other, me);

  const asked: unknown[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/api/messages/send")) asked.push(sent.postDataJSON());
  });
  // The server has stored it, and told the other, before the connection breaks.
  const mend = await loseAnswers(page, "*/api/messages/send", () =>
    expect(log(theirs).getByText("Leg day?")).toBeVisible(),
  );
  await write(page, "Leg day?");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await mend();
  // The other has it before them.
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await thread(request, other, me)).toEqual(["Leg day?"]);
  for (const one of [page, theirs]) await expect(log(one).getByRole("listitem")).toHaveCount(1);
  for (const one of [page, theirs]) {
    await one.reload();
    await expect(log(one).getByRole("listitem")).toHaveCount(1);
  }
});
