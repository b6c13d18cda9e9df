interface ReadyAnswer {
  readonly label: string;
  /** Some is to be filled in: see `findPlaceholder`. */
  readonly words: string;
}

export const READY_ANSWERS: readonly ReadyAnswer[] = [
  {
    label: "I cannot log in",
    words: `Hello [… name],

choose Login and then “Forgot your password?”, and enter the address of your account. We mail you a link to set a new password. Please look into your spam folder, too.

[… what you found out about the account]

If it still does not work, write back and tell us what you see.`,
  },
  {
    label: "Refund",
    words: `Hello [… name],

we looked at your payment of [… date and amount]. [… what happens with it]

If you bought in the EU or EEA, you can also withdraw from a purchase within 14 days: Settings, Billing, “Withdraw from contract here”.`,
  },
  {
    label: "Delete my account",
    words: `Hello [… name],

you can delete your account yourself: Settings, Account, “Delete Account”. It is final, so download your data before if you want a copy.

[… what helps if they cannot log in]`,
  },
];
