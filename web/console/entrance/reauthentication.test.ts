import { expect, test } from "vitest";
import { passkeyQuestion, withPasskey } from "#web/console/entrance/reauthentication.ts";
import { ApiError } from "#web/lib/api.ts";

const refusal = (code: string) => new ApiError(403, { code, message: "No" }, 0);

function createCall(...errors: readonly Error[]) {
  let calls = 0;
  const run = async () => {
    const error = errors[calls++];
    if (error) throw error;
    return "done";
  };
  return { run, count: () => calls };
}

test("a call that needs the passkey is repeated once it is proved", async () => {
  const { run, count } = createCall(refusal("reauthentication_required"));
  const done = withPasskey(run);
  await expect.poll(() => passkeyQuestion.read()).toBeDefined();
  passkeyQuestion.read()?.answer(true);
  expect([await done, count(), passkeyQuestion.read()]).toEqual(["done", 2, undefined]);
});

test("a closed dialog is the refusal itself, which nobody retries", async () => {
  const error = refusal("reauthentication_required");
  const { run, count } = createCall(error);
  const done = withPasskey(run);
  await expect.poll(() => passkeyQuestion.read()).toBeDefined();
  passkeyQuestion.read()?.answer(false);
  await expect(done).rejects.toBe(error);
  expect(count()).toBe(1);
});

test("other refusals open no dialog", async () => {
  const error = refusal("case_closed");
  await expect(withPasskey(createCall(error).run)).rejects.toBe(error);
  expect(passkeyQuestion.read()).toBeUndefined();
});
