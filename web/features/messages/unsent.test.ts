import { beforeEach, expect, test, vi } from "vitest";
import { drafts } from "#web/features/messages/draft.ts";
import { box } from "#web/features/messages/outbox-box.ts";
import { forgetUnsent } from "#web/features/messages/unsent.ts";
import { session } from "#web/lib/session.ts";

vi.mock("#web/lib/session.ts", () => ({ session: { read: vi.fn(), ending: () => "logout" } }));

const closed = [vi.spyOn(drafts, "close"), vi.spyOn(box, "close")];

beforeEach(() => {
  for (const one of closed) one.mockClear();
});

test("drafts and outbox are emptied, though neither was opened", async () => {
  vi.mocked(session.read).mockReturnValue(null);
  await forgetUnsent();
  for (const one of closed) expect(one).toHaveBeenCalledExactlyOnceWith(true);
});

test("whoever has logged in meanwhile keeps theirs", async () => {
  vi.mocked(session.read).mockReturnValue({ token: "token", user: { _id: "me", username: "me" } });
  await forgetUnsent();
  for (const one of closed) expect(one).not.toHaveBeenCalled();
});
