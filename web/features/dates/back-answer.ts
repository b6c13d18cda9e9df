import type { BackQuestion } from "#web/features/dates/back-questions.ts";
import {
  type BackAnswer,
  describeFailure,
  useChangeTrustedContacts,
} from "#web/features/dates/trusted-contacts.queries.ts";
import { ApiError } from "#web/lib/api.ts";
import { onFirstUse } from "#web/lib/on-first-use.ts";
import { toast } from "#web/ui/toast.tsx";

const clock = onFirstUse(() => new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }));
const list = onFirstUse(() => new Intl.ListFormat("en-US", { type: "conjunction" }));
export const nameAll = (names: readonly string[]): string => list().format(names);

/** What happens next. */
export function describeNext({ told, waiting, tellAt }: BackQuestion): string {
  if (told.length > 0) return `We have written to ${nameAll(told)}. Say that you are back, and we tell them that, too.`;
  const by = tellAt === undefined ? "" : ` by ${clock().format(tellAt)}`;
  return `Without an answer${by} we write to ${nameAll(waiting)}.`;
}

/** Answers a question, and says what follows. The buttons ignore presses while `busy`. */
export function useBackAnswer({ shareId, waiting, told }: BackQuestion) {
  const { mutate, isPending, variables, error } = useChangeTrustedContacts();
  const names = nameAll([...waiting, ...told]);
  return {
    busy: (answer: BackAnswer) =>
      isPending && variables.kind === "answer" && variables.answer === answer ? "Sending..." : undefined,
    give(answer: BackAnswer): void {
      if (isPending) return;
      const onSuccess = () => {
        if (answer === "later") toast("We ask you again in an hour.", "done");
        if (answer === "back") toast(told.length > 0 ? `Good to hear. We tell ${names}.` : "Good to hear.", "done");
      };
      mutate({ kind: "answer", shareId, answer }, { onSuccess });
    },
    /** Why the last answer does not count. */
    failure:
      error &&
      (error instanceof ApiError ? describeFailure(error) : "Not sent: there is no connection. Please try again."),
  };
}
