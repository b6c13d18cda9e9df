import { Globe, Ruler } from "lucide-react";
import { DeviceChoice } from "#web/features/settings/device-choice.tsx";
import { chooseUnits, useUnitsChoice } from "#web/lib/units.ts";

const UNITS = [
  { value: "automatic", label: "Automatic", Icon: Globe },
  { value: "metric", label: "Metric", Icon: Ruler },
  { value: "us", label: "US", Icon: Ruler },
] as const;

/** The units of distances and heights. */
export const UnitsSettings = () => (
  <DeviceChoice title="Units" name="units" options={UNITS} chosen={useUnitsChoice()} onChoose={chooseUnits} />
);
