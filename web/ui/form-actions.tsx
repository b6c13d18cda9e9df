import { Button } from "#web/ui/button.tsx";
import css from "#web/ui/form-actions.module.css";

/**
 * The end of a form in a dialog.
 * @param busy the text of the submit button while the form is sent, when nothing can be pressed
 */
export const FormActions = (props: { submit: string; busy: string | undefined; onCancel: () => void }) => (
  <div className={css.actions}>
    <Button variant="line" size="lg" disabled={props.busy !== undefined} onClick={props.onCancel}>
      Cancel
    </Button>
    <Button size="lg" className={css.main} type="submit" busy={props.busy}>
      {props.submit}
    </Button>
  </div>
);
