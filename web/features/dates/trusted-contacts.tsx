import { type FormEvent, useState } from "react";
import { TRUSTED_CONTACTS_MAX, TRUSTED_NAME_MAX } from "#contract/trusted-contact-form.ts";
import type { TrustedContact } from "#contract/trusted-contacts.ts";
import { BackQuestion } from "#web/features/dates/back-question.tsx";
import css from "#web/features/dates/trusted-contacts.module.css";
import { useChangeTrustedContacts, useTrustedContacts } from "#web/features/dates/trusted-contacts.queries.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { ListItem } from "#web/ui/list-item.tsx";
import typography from "#web/ui/typography.module.css";

/** Who is told about dates, in the privacy settings. Questions after dates are here too, whatever became of the match. */
export function TrustedContacts() {
  const { data, isError, refetch } = useStickyError(useTrustedContacts());
  const { mutate, isPending } = useChangeTrustedContacts();
  const [removing, setRemoving] = useState<TrustedContact>();
  return (
    <section aria-labelledby="trusted-contacts" className={css.section}>
      <h2 id="trusted-contacts" className={classNames(typography.display, typography.d20)}>
        Trusted contacts
      </h2>
      <p className={typography.muted}>
        Somebody who may know when and where you meet, if you share a date. We ask them first. No live location.
      </p>
      {!data && isError && <InlineError message="The list did not load." onRetry={() => void refetch()} />}
      {data?.shares.map((share) => (
        <BackQuestion key={share._id} share={share} />
      ))}
      {data && data.contacts.length > 0 && (
        <ul>
          {data.contacts.map((contact) => (
            <ListItem
              key={contact._id}
              title={contact.name}
              note={`${contact.email} · ${contact.state === "confirmed" ? "Has said yes" : "Not answered yet"}`}
            >
              <Button variant="line" aria-label={`Remove ${contact.name}`} onClick={() => setRemoving(contact)}>
                Remove
              </Button>
            </ListItem>
          ))}
        </ul>
      )}
      {data && data.contacts.length < TRUSTED_CONTACTS_MAX && <AddForm />}
      {removing && (
        <Confirm
          open
          title={`Remove ${removing.name}?`}
          text="Pages that you share with them end. They are not told."
          confirmLabel="Remove"
          busy={isPending ? "Removing..." : undefined}
          onConfirm={() =>
            mutate({ kind: "remove", contactId: removing._id }, { onSuccess: () => setRemoving(undefined) })
          }
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

function AddForm() {
  const { mutate, isPending } = useChangeTrustedContacts();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { kind: "add", name, email },
      {
        onSuccess: () => {
          setName("");
          setEmail("");
        },
      },
    );
  };
  return (
    <form className={css.section} onSubmit={add}>
      <Field label="Their name">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={TRUSTED_NAME_MAX}
            required
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Their email">
        {(control) => (
          <TextInput
            {...control}
            type="email"
            value={email}
            required
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="line" busy={isPending ? "Asking..." : undefined}>
        Ask them
      </Button>
    </form>
  );
}
