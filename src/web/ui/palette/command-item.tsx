import type { ReactNode } from "react";
import type { PaletteItem } from "./palette.tsx";

export type Command = {
  /** What the command does: "Sign out". */
  label: string;
  /** Other words that find it. */
  others?: string;
  icon: ReactNode;
  run: () => void;
};

export function commandItem({ label, icon, run }: Command, onClose: () => void): PaletteItem {
  return {
    id: `command ${label}`,
    icon,
    label,
    text: label,
    onChoose: () => {
      onClose();
      run();
    },
  };
}
