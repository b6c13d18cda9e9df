import { formatList } from "#contract/format.ts";
import type { BackQuestion } from "#web/domains/training/back-questions.ts";
import {
  type BackAnswer,
  describeFailure,
  useChangeTrustedContacts,
} from "#web/domains/training/trusted-contacts.queries.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatTimeOfDay } from "#web/lib/format-date.ts";
import { toast } from "#web/ui/toast.tsx";

export function describeNext({ told, waiting, tellAt }: BackQuestion): string {
  if (told.length > 0)
    return `We have written to ${formatList(told)}. Say that you are back, and we tell them that, too.`;
  const by = tellAt === undefined ? "" : ` by ${formatTimeOfDay(tellAt)}`;
  return `Without an answer${by} we write to ${formatList(waiting)}.`;
}

/** The buttons ignore presses while `busy`. */
export function useBackAnswer({ shareId, waiting, told }: BackQuestion) {
  const { mutate, isPending, variables, error } = useChangeTrustedContacts();
  const names = formatList([...waiting, ...told]);
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
    /** The reason why the last answer does not count. */
    failure:
      error &&
      (error instanceof ApiError ? describeFailure(error) : "Not sent: there is no connection. Please try again."),
  };
}
