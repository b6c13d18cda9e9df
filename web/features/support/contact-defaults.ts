import { useEffect, useState } from "react";
import { ownAddress } from "#web/features/support/support.queries.ts";
import { useSession } from "#web/lib/session.ts";

/** What is known of whoever writes: nothing of a visitor. The address comes a moment after the name. */
export function useKnownSender(): { readonly name: string; readonly email: string } {
  const user = useSession()?.user;
  const me = user?._id;
  const [address, setAddress] = useState({ of: "", email: "" });
  useEffect(() => {
    if (me === undefined) return;
    const left = new AbortController();
    ownAddress(left.signal).then(
      (email) => setAddress({ of: me, email }),
      // Then they type it.
      () => {},
    );
    return () => left.abort();
  }, [me]);
  return { name: user?.username ?? "", email: address.of === me ? address.email : "" };
}
