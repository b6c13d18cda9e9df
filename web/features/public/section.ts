import type { ReactNode } from "react";

/** A part of a long text, with an address of its own. */
export interface Section {
  /** Of its anchor. */
  readonly id: string;
  readonly title: string;
  /** What it comes to, in a sentence or two. */
  readonly brief?: string;
  readonly body: ReactNode;
}
