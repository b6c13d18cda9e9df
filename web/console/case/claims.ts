import type { CaseHead } from "#contract/moderation/cases.ts";
import { createStore } from "#web/lib/store.ts";

export type Claim = CaseHead["claim"];

interface Claimed {
  readonly claim: Claim;
}

interface Calls<Opened extends Claimed> {
  /** @throws ApiError if a colleague was faster, or the case has changed */
  claim(caseId: string, version: number): Promise<Opened>;
  /** Another claim stays, so a late call is harmless. */
  release(caseId: string, until: string): Promise<Claim>;
}

interface Held<Opened> {
  readonly claiming: Promise<Opened>;
  /** The end of the claim, once it is known. */
  until?: string;
  /** The screen is closed, and the claim is released after the current task unless the screen opens again. */
  leaving?: ReturnType<typeof setTimeout>;
  isLeft: boolean;
  /** Also of the case's earlier claims. */
  readonly decisions: { inFlight: number };
}

/**
 * An opened case is claimed, and released when its screen closes. Nothing is released while a decision is in flight,
 * after the decision has closed the case, or if the person keeps the case.
 */
export function createClaims<Opened extends Claimed>({ claim, release }: Calls<Opened>) {
  const held = new Map<string, Held<Opened>>();
  const kept = createStore<ReadonlySet<string>>(new Set());

  function give(caseId: string, one: Held<Opened>): void {
    held.delete(caseId);
    // Without an answer there is nothing to release. A claim that cannot be released expires.
    one.claiming.then((opened) => opened.claim && release(caseId, opened.claim.until)).catch(() => undefined);
  }

  return {
    kept,
    setKept(caseId: string, isKept: boolean): void {
      const next = new Set(kept.read());
      if (isKept) next.add(caseId);
      else next.delete(caseId);
      kept.set(next);
    },
    /** A screen that is only mounted again keeps its claim. */
    enter(caseId: string, version: number): Promise<Opened> {
      const known = held.get(caseId);
      if (known?.leaving !== undefined) {
        clearTimeout(known.leaving);
        delete known.leaving;
        return known.claiming;
      }
      const claiming = claim(caseId, version);
      const one: Held<Opened> = { claiming, isLeft: false, decisions: known?.decisions ?? { inFlight: 0 } };
      held.set(caseId, one);
      claiming.then(
        (opened) => {
          if (opened.claim) one.until = opened.claim.until;
        },
        () => {
          if (held.get(caseId) === one) held.delete(caseId);
        },
      );
      return claiming;
    },
    leave(caseId: string): void {
      const one = held.get(caseId);
      if (!one) return;
      one.leaving = setTimeout(() => {
        delete one.leaving;
        if (held.get(caseId) !== one || kept.read().has(caseId)) return;
        if (one.decisions.inFlight > 0) one.isLeft = true;
        else give(caseId, one);
      });
    },
    /**
     * At once; a claim in flight, once it is answered.
     * @param shown the end of the claim that the screen shows, which this page may not have made
     * @returns undefined if there is nothing to release, because a colleague was faster
     */
    async release(caseId: string, shown: string | undefined): Promise<Claim | undefined> {
      this.setKept(caseId, false);
      const one = held.get(caseId);
      const until = one ? (await one.claiming.catch(() => null))?.claim?.until : shown;
      if (until === undefined) return undefined;
      const left = await release(caseId, until);
      if (held.get(caseId) === one) held.delete(caseId);
      return left;
    },
    /** The claim stays until the answer, also if the screen closes. */
    async during<T>(caseId: string, decide: () => Promise<T>): Promise<T> {
      const decisions = held.get(caseId)?.decisions;
      if (decisions) decisions.inFlight++;
      try {
        return await decide();
      } finally {
        if (decisions) decisions.inFlight--;
        // The screen may have been opened again meanwhile, with a claim of its own.
        const one = held.get(caseId);
        if (one?.isLeft && one.decisions.inFlight === 0) give(caseId, one);
      }
    },
    isDeciding: (caseId: string): boolean => (held.get(caseId)?.decisions.inFlight ?? 0) > 0,
    /** The decision has closed the case, and with it the claim. */
    settle(caseId: string): void {
      held.delete(caseId);
      this.setKept(caseId, false);
    },
    /** On closing the page or logging out: releases everything that can be released at once. */
    async close(): Promise<void> {
      const calls: Promise<unknown>[] = [];
      for (const [caseId, { until, decisions }] of held) {
        if (until === undefined || decisions.inFlight > 0 || kept.read().has(caseId)) continue;
        held.delete(caseId);
        calls.push(release(caseId, until));
      }
      await Promise.allSettled(calls);
    },
  };
}
