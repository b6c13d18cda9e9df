import { ApiError } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** Shows why something was not sent. If the member has to confirm their email first, one tap sends the link again. */
export function toastRefusal(error: unknown, text: string, topic?: string): void {
  const isUnconfirmed = error instanceof ApiError && error.code === "email_unconfirmed";
  const onPress = () =>
    void import("#web/domains/members/limits/resend-link.ts").then(({ resendLink }) => resendLink());
  toast(text, "error", topic, undefined, isUnconfirmed ? { label: "Resend", onPress } : undefined);
}
