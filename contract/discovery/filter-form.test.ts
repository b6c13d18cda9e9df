import { expect, test, vi } from "vitest";
import { SHOW_ME_CHOICES } from "#contract/members/catalog.ts";

test("makes its text of alternatives when it is needed, because a formatter takes a slow phone 50 ms", async () => {
  const makeFormat = vi.spyOn(Intl, "ListFormat");
  const { filters } = await import("#contract/discovery/filter-form.ts");
  expect(makeFormat).not.toHaveBeenCalled();
  const { error } = filters.shape.gender.safeParse(["Nobody"]);
  for (const choice of SHOW_ME_CHOICES) expect(error?.issues[0]?.message).toContain(choice);
});
