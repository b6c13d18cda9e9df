import { readFile } from "node:fs/promises";
import { type DataCommand, formatFields, formatTable, formatTime } from "#server/cli/command.ts";
import {
  addToImageList,
  getCheckCounts,
  listComparisons,
  listImageLists,
  removeImageList,
  startComparisons,
  startEarlierChecks,
} from "#server/domains/moderation/image-checks/image-lists.service.ts";
import { CommandError } from "#server/errors.ts";

const lists: DataCommand = {
  name: "image-lists",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "list the lists of hashes that images are compared with",
  async run(ctx) {
    const data = await listImageLists(ctx);
    const rows = data.map(({ source, images, since }) => [source, String(images), formatTime(since)]);
    return { lines: formatTable(["list", "hashes", "since"], rows, "There are no lists."), data };
  },
};

const add: DataCommand = {
  name: "image-lists add",
  args: ["name", "file"],
  options: {},
  needsReason: true,
  usage: "",
  description: "add the PDQ hashes of a file, one per line, to a list",
  async run(ctx, by, { args: [name = "", file = ""] }) {
    const text = await readFile(file, "utf8").catch(() => {
      throw new CommandError(`${file} cannot be read.`);
    });
    const data = await addToImageList(ctx, by, name, text);
    return { lines: [`Added ${data.added} hashes to ${name}; it had ${data.known} of them already.`], data };
  },
};

const remove: DataCommand = {
  name: "image-lists remove",
  args: ["name"],
  options: {},
  needsReason: true,
  usage: "",
  description: "remove a list of hashes",
  async run(ctx, by, { args: [name = ""] }) {
    const data = await removeImageList(ctx, by, name);
    return { lines: [`Removed ${name} with ${data.removed} hashes.`], data };
  },
};

const checks: DataCommand = {
  name: "image-checks",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "count images that wait for their check or a review, or were never checked",
  async run(ctx) {
    const data = await getCheckCounts(ctx);
    const lines = formatFields([
      ["checks are", ctx.config.imageChecks],
      ["waiting", data.pending === 0 ? "0" : `${data.pending}, since ${formatTime(data.waitingSince)}`],
      ["in review", String(data.held)],
      ["never checked", String(data.unchecked)],
    ]);
    return { lines, data };
  },
};

const earlier: DataCommand = {
  name: "image-checks earlier",
  args: [],
  options: {},
  needsReason: true,
  usage: "",
  description: "check the images that were stored while checks were off; others see them meanwhile",
  async run(ctx, by) {
    const data = await startEarlierChecks(ctx, by);
    return { lines: [`The app checks ${data.unchecked} images now.`], data };
  },
};

const comparisons: DataCommand = {
  name: "image-comparisons",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "list comparisons of hashes with stored images: how far they are, and how many images they have held",
  async run(ctx) {
    const data = await listComparisons(ctx);
    const rows = data.map(({ source, hashes, requestedAt, images, left, held, isRunning, finishedAt }) => [
      source,
      String(hashes),
      formatTime(requestedAt),
      finishedAt ? `finished ${formatTime(finishedAt)}` : isRunning ? "running" : "waiting",
      `${images} of ${images + left}`,
      String(held),
    ]);
    const heads = ["list", "hashes", "requested", "state", "images", "held"];
    return { lines: formatTable(heads, rows, "There are no comparisons."), data };
  },
};

const compare: DataCommand = {
  name: "image-comparisons start",
  args: [],
  options: { list: { type: "string" } },
  needsReason: true,
  usage: "[--list <name>]",
  description: "compare all hashes, or those of one list, with stored images again",
  async run(ctx, by, { option }) {
    const data = await startComparisons(ctx, by, option("list"));
    return {
      lines: [`The app compares ${data.hashes} hashes of ${data.lists.join(", ")} with stored images now.`],
      data,
    };
  },
};

export const imageCommands: readonly DataCommand[] = [lists, add, remove, checks, earlier, comparisons, compare];
