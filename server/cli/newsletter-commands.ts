import type { DataCommand } from "#server/cli/command.ts";
import { moment, table } from "#server/cli/output.ts";
import { readSubscribers } from "#server/modules/admin/newsletter.service.ts";

const list: DataCommand = {
  name: "newsletter",
  words: [],
  options: {},
  needsReason: false,
  usage: "",
  does: "who has the newsletter, each with the address that ends it: it belongs into every mail to them",
  async run(ctx, by) {
    const data = await readSubscribers(ctx, by);
    const rows = data.map(({ email, confirmedAt, unsubscribeUrl }) => [email, moment(confirmedAt), unsubscribeUrl]);
    return { lines: table(["e-mail", "since", "ends it"], rows, "Nobody has the newsletter."), data };
  },
};

export const newsletterCommands = [list] as const;
