import { SavedPreferences } from "#web/domains/discovery/saved-preferences.tsx";
import css from "#web/screens/browse/filters/filter-sheet.module.css";
import { Dialog } from "#web/ui/dialog.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
}

/** The preferences in a sheet over the browse screen. Closing it without saving discards the changes. */
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
