import css from "#web/domains/accounts/modals/accounts.module.css";

export function ModalSwitch({
  question,
  label,
  disabled,
  onPress,
}: {
  question: string;
  label: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <p className={css.swap}>
      {question}
      <button type="button" className={css.way} disabled={disabled} onClick={onPress}>
        {label}
      </button>
    </p>
  );
}
