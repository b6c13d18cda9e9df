import css from "#web/features/preferences/filter-sheet.module.css";
import { SavedPreferences } from "#web/features/preferences/saved-preferences.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
}

/** The preferences over the members that they choose. Saving closes it; closed without, all stays as it was. */
export function FilterSheet({ open, onOpenChange, onSaved }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filters" className={css.sheet}>
      <SavedPreferences
        variant="sheet"
        onSaved={() => {
          onOpenChange(false);
          onSaved();
        }}
      />
    </Dialog>
  );
}
