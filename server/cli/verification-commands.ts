import { REFUSAL_KEYS, REFUSALS, type Refusal } from "#contract/selfies.ts";
import {
  type DataCommand,
  formatFields,
  formatList,
  formatTable,
  formatTime,
  UsageError,
} from "#server/cli/command.ts";
import { parseLimit } from "#server/cli/member-commands.ts";
import {
  approveVerification,
  listVerifications,
  refuseVerification,
  showVerification,
} from "#server/modules/verification/verification-decisions.service.ts";

const LIST_LINES = 100;
const TEXT = { type: "string" } as const;

const isRefusal = (text: string | undefined): text is Refusal => REFUSAL_KEYS.some((key) => key === text);

const list: DataCommand = {
  name: "verifications",
  args: [],
  options: { limit: TEXT },
  needsReason: false,
  usage: "[--limit <lines>]",
  description: "list selfies that wait for a decision, the oldest first",
  async run(ctx, by, { option }) {
    const limit = parseLimit(option("limit"), LIST_LINES);
    const data = await listVerifications(ctx, by, limit);
    const rows = data.map(({ id, submittedAt, username, isLive, caseId }) => [
      id,
      formatTime(submittedAt),
      username,
      isLive ? "live" : "file",
      caseId,
    ]);
    const lines = formatTable(["verification", "sent", "member", "camera", "case"], rows, "No selfie is waiting.");
    return { lines: formatList(lines, rows.length, limit), data };
  },
};

const show: DataCommand = {
  name: "verifications show",
  args: ["verification"],
  options: { pictures: TEXT },
  needsReason: false,
  usage: "[--pictures <folder>]",
  description: "show a selfie's pose and the main photo; --pictures copies the selfie and the photos to a folder",
  async run(ctx, by, { args: [id = ""], option }) {
    const data = await showVerification(ctx, by, id, option("pictures"));
    const missing = option("pictures") === undefined ? "use --pictures <folder> to copy it" : "file missing";
    const lines = [
      ...formatFields([
        ["verification", data.id],
        ["member", `${data.username ?? "deleted"}, ${data.memberId}`],
        ["state", data.refusal ? `${data.state}, ${data.refusal}` : data.state],
        ["pose", data.pose],
        ["camera", data.isLive === null ? "-" : data.isLive ? "live" : "a file, so not live"],
        ["sent", formatTime(data.submittedAt)],
        ["decided", formatTime(data.decidedAt)],
        ["case", data.caseId ?? "-"],
        ["main photo", data.mainPhotoId ?? "none"],
      ]),
      "",
      ...formatTable(
        ["picture", "file"],
        data.pictures.map(({ caption, path }) => [caption, path ?? missing]),
        "No pictures.",
      ),
    ];
    return { lines, data };
  },
};

const approve: DataCommand = {
  name: "verifications approve",
  args: ["verification"],
  options: { photo: TEXT },
  needsReason: true,
  usage: "--photo <main photo>",
  description: "give the member the badge, for the main photo that you have compared; deletes the selfie",
  async run(ctx, by, { args: [id = ""], option }) {
    const photoId = option("photo");
    if (photoId === undefined)
      throw new UsageError("`--photo` must be the main photo that you have compared (see `verifications show`).");
    const data = await approveVerification(ctx, by, { id, photoId });
    const again = data.isListedAgain ? ["The member is listed again."] : [];
    return { lines: [`Verification ${data.id} is approved. The selfie is deleted.`, ...again], data };
  },
};

const refuse: DataCommand = {
  name: "verifications refuse",
  args: ["verification"],
  options: { why: TEXT },
  needsReason: true,
  usage: `--why ${REFUSAL_KEYS.join("|")}`,
  description: "refuse a selfie, with a sentence for the member; deletes the selfie",
  async run(ctx, by, { args: [id = ""], option }) {
    const refusal = option("why");
    if (!isRefusal(refusal)) throw new UsageError(`\`--why\` must be one of ${REFUSAL_KEYS.join(", ")}.`);
    const data = await refuseVerification(ctx, by, { id, refusal });
    const lines = [
      `Verification ${data.id} is refused. The selfie is deleted.`,
      `The member reads: ${REFUSALS[refusal]}`,
    ];
    return { lines, data };
  },
};

export const verificationCommands = [list, show, approve, refuse] as const;
