import type { DataCommand } from "#server/cli/command.ts";
import { formatTable, formatTime } from "#server/cli/output.ts";
import { listNewsletterSubscribers } from "#server/modules/admin/support.service.ts";

const list: DataCommand = {
  name: "newsletter",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "list newsletter subscribers with their unsubscribe URLs, which have to be in every email to them",
  async run(ctx, by) {
    const data = await listNewsletterSubscribers(ctx, by);
    const rows = data.map(({ email, confirmedAt, unsubscribeUrl }) => [email, formatTime(confirmedAt), unsubscribeUrl]);
    return { lines: formatTable(["email", "since", "unsubscribe URL"], rows, "There are no subscribers."), data };
  },
};

export const newsletterCommands = [list] as const;
