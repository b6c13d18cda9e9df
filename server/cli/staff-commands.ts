import { STAFF_ROLES, type StaffRole } from "#contract/moderation/staff-roles.ts";
import { type DataCommand, formatFields, formatTable, formatTime, UsageError } from "#server/cli/command.ts";
import {
  inviteStaffMember,
  listStaff,
  removeStaffMember,
  resetStaffMember,
  setStaffRole,
} from "#server/domains/moderation/staff/staff.service.ts";

const NAME_MAX = 40;
const TEXT = { type: "string" } as const;

function parseRole(text: string | undefined): StaffRole {
  const role = STAFF_ROLES.find((one) => one === text);
  if (!role) throw new UsageError(`\`--role\` must be one of ${STAFF_ROLES.join(", ")}.`);
  return role;
}

function parseName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > NAME_MAX || /\p{Cc}/u.test(name))
    throw new UsageError(`A name has 1 to ${NAME_MAX} characters.`);
  return name;
}

const invitationLines = ({ name, role, link }: { name: string; role: StaffRole; link: string }) => [
  ...formatFields([
    ["name", name],
    ["role", role],
  ]),
  "",
  "Give this link to them alone. It works once, for 48 hours:",
  link,
];

const invite: DataCommand = {
  name: "staff invite",
  args: ["name"],
  options: { role: TEXT },
  needsReason: false,
  usage: "--role photos|reports|all|read_only",
  description: "add a person to the staff and print the link with which they make their passkey",
  async run(ctx, by, { args: [name = ""], option }) {
    const data = await inviteStaffMember(ctx, by, parseName(name), parseRole(option("role")));
    return { lines: invitationLines(data), data };
  },
};

const list: DataCommand = {
  name: "staff list",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "list the staff with their roles, passkeys, last logins, alerts and how many cases they have looked at",
  async run(ctx, by) {
    const data = await listStaff(ctx, by);
    const rows = data.map((one) => [
      one.name,
      one.role,
      one.passkeys ? "yes" : one.invited_at ? `invited ${formatTime(one.invited_at)}` : "no",
      formatTime(one.last_login_at),
      [one.has_alert_email && "email", one.alert_devices && "push"].filter(Boolean).join(", ") || "no",
      one.cases_seen,
      one.unclaimed_seen,
      one.id,
    ]);
    const titles = ["name", "role", "passkey", "last login", "alerts", "cases in 24 h", "not claimed", "id"];
    return { lines: formatTable(titles, rows, "There is no staff."), data };
  },
};

const setRole: DataCommand = {
  name: "staff set-role",
  args: ["name"],
  options: { role: TEXT },
  needsReason: false,
  usage: "--role photos|reports|all|read_only",
  description: "change a person's role, from their next request on",
  async run(ctx, by, { args: [name = ""], option }) {
    const data = await setStaffRole(ctx, by, name, parseRole(option("role")));
    return { lines: [`${data.name} had the role ${data.was} and has the role ${data.role} now.`], data };
  },
};

const reset: DataCommand = {
  name: "staff reset",
  args: ["name"],
  options: {},
  needsReason: true,
  usage: "",
  description: "for a lost device: end a person's sessions, delete their passkeys and print a new invitation",
  async run(ctx, by, { args: [name = ""] }) {
    const data = await resetStaffMember(ctx, by, name);
    return { lines: invitationLines(data), data };
  },
};

const remove: DataCommand = {
  name: "staff remove",
  args: ["name"],
  options: {},
  needsReason: true,
  usage: "",
  description: "end a person's access at once; their name stays in the history of cases",
  async run(ctx, by, { args: [name = ""] }) {
    const data = await removeStaffMember(ctx, by, name);
    return { lines: [`${data.name} has no access any more.`], data };
  },
};

export const staffCommands: readonly DataCommand[] = [invite, list, setRole, reset, remove];
