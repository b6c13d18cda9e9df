import type { CDPSession } from "@playwright/test";
import type { Member } from "./api-fixtures.ts";

interface Node {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly level: number;
}

interface RawNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly childIds?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

export async function readAccessibilityTree(session: CDPSession): Promise<Node[]> {
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as unknown as { nodes: RawNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const readNode = (node: RawNode): Node[] => [
    ...(node.ignored
      ? []
      : [
          {
            role: node.role?.value ?? "",
            name: node.name?.value?.trim() ?? "",
            description: node.description?.value?.trim() ?? "",
            level: Number(node.properties?.find(({ name }) => name === "level")?.value.value ?? 0),
          },
        ]),
    ...(node.childIds ?? []).flatMap((id) => readNode(byId.get(id) ?? { nodeId: "", ignored: true })),
  ];
  return nodes[0] ? readNode(nodes[0]) : [];
}

const NAMED =
  /^(button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|spinbutton|tab|menuitem|image|img|dialog|alertdialog|progressbar|heading|tabpanel|region|navigation|log|tablist)$/;
const LANDMARKS = /^(banner|main|contentinfo|navigation|region)$/;
/** Controls that may occur repeatedly with the same name. */
const REPEATABLE = /^(Add photo|Show password|Start Crushing|Logout|Dismiss)$/;

/** In the names, headings and landmarks of the page. */
export function findAccessibilityFaults(nodes: readonly Node[], people: readonly Member[]): string[] {
  const faults: string[] = [];
  const describeNode = ({ role, name }: Node) => `${role} '${name}'`;
  for (const node of nodes) {
    if (NAMED.test(node.role) && node.name === "") faults.push(`${node.role} without a name`);
    const repeatedMember = people.find(({ username }) => node.name.split(username).length > 2);
    if (repeatedMember && NAMED.test(node.role)) faults.push(`${describeNode(node)} says a name twice`);
  }
  const findRepeated = (of: readonly Node[], as: (node: Node) => string) =>
    of.filter((node, i) => of.findIndex((one) => as(one) === as(node)) < i);
  for (const node of findRepeated(
    nodes.filter(({ role }) => LANDMARKS.test(role)),
    describeNode,
  ))
    faults.push(`${describeNode(node)} again`);
  const buttons = nodes.filter(({ role, name }) => role === "button" && !REPEATABLE.test(name));
  for (const node of findRepeated(buttons, ({ name, description }) => `${name}, ${description}`))
    faults.push(`${describeNode(node)} is told from another by nothing`);

  const modal = nodes.findIndex(({ role }) => role.endsWith("dialog"));
  const levels = nodes.slice(Math.max(modal, 0)).flatMap(({ role, level }) => (role === "heading" ? [level] : []));
  const first = modal < 0 ? 1 : 2;
  if (modal < 0 && levels.filter((level) => level === 1).length !== 1) faults.push("not one h1");
  levels.forEach((level, i) => {
    // The list of conversations precedes the open chat.
    const before = i === 0 ? first : Math.max(levels[i - 1] ?? 0, first);
    if (level > before + 1) faults.push(`a heading of level ${level} comes after one of ${before}`);
  });
  return faults;
}
