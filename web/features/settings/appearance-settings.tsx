import { Monitor, Moon, Sun } from "lucide-react";
import { DeviceChoice } from "#web/features/settings/device-choice.tsx";
import { chooseTheme, useTheme } from "#web/ui/theme.ts";

const THEMES = [
  { value: "system", label: "System", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

export const AppearanceSettings = () => (
  <DeviceChoice title="Appearance" name="theme" options={THEMES} chosen={useTheme()} onChoose={chooseTheme} />
);
