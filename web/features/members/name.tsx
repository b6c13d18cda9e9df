import css from "#web/features/members/name.module.css";
import { classNames } from "#web/ui/class-names.ts";

interface Props {
  username: string;
  age: number | null;
  /** Sets the size of both; 24 px unless told. */
  className?: string | undefined;
}

/** The name and age on one line; a long name is cut, the age never. */
export function MemberName({ username, age, className }: Props) {
  return (
    <span className={classNames(css.line, className)}>
      <span className={css.name}>{username}</span>
      {age !== null && (
        <>
          {" "}
          <span className={css.age}>{age}</span>
        </>
      )}
    </span>
  );
}
