import { type DataCommand, formatFields, formatTable } from "#server/cli/command.ts";
import type { TransparencyReport } from "#server/domains/site/figures/transparency.queries.ts";
import { createTransparencyReport } from "#server/domains/site/figures/transparency.service.ts";

type Handled = TransparencyReport["appeals"];

const handledRow = (name: string, { received, decided, actedOn, medianHours }: Handled) => [
  name,
  received,
  decided,
  actedOn,
  medianHours,
];

const handledTable = (title: string, all: Readonly<Record<string, Handled>>): string[] => [
  ...formatTable(
    [title, "received", "decided", "acted on", "median hours"],
    Object.entries(all).map(([name, figures]) => handledRow(name, figures)),
    `${title}: none`,
  ),
  "",
];

const countTable = (title: string, all: Readonly<Record<string, number>>): string[] => [
  ...formatTable([title, "decisions"], Object.entries(all), `${title}: none`),
  "",
];

const transparency: DataCommand = {
  name: "transparency",
  args: ["year"],
  options: {},
  needsReason: false,
  usage: "",
  description: "print the figures for a transparency report: notices, reports, decisions and appeals of a year",
  async run(ctx, _by, { args: [year = ""] }) {
    const data = await createTransparencyReport(ctx, year);
    const lines = [
      ...handledTable("notices", data.notices),
      ...handledTable("reports", data.reports),
      ...handledTable("appeals", { appeals: data.appeals }),
      ...countTable("act", data.acts),
      ...countTable("rule", data.rules),
      ...formatFields([
        ["decisions by people", data.decisions.byPeople],
        ["decisions without a person", data.decisions.automated],
        ["decisions undone", data.decisions.undone],
        ["members active in the last 30 days", data.activeMembers],
      ]),
    ];
    return { lines, data };
  },
};

export const transparencyCommands = [transparency] as const;
