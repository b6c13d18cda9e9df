import { createElement, type FunctionComponent, type SVGProps } from "react";

interface IconData {
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Replaces `createLucideIcon` of lucide-react in the build (`scripts/lucide-icons.ts`): the same SVG elements, without the
 * computations for options that this app does not use. Hidden from screen readers unless it has a label.
 */
export default function createIcon({ size, node }: IconData): FunctionComponent<SVGProps<SVGSVGElement>> {
  return (props) =>
    createElement(
      "svg",
      {
        width: 24,
        height: 24,
        viewBox: `0 0 ${size} ${size}`,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": props["aria-label"] === undefined ? true : undefined,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
