import { Autocomplete } from "@base-ui/react/autocomplete";
import type { PaletteItem } from "./palette.tsx";

/** One result. On a narrow screen its note stands below, so that the name keeps its room. */
export function PaletteRow({ item }: { item: PaletteItem }) {
  const { icon, label, detail, note } = item;
  return (
    <Autocomplete.Item value={item} onClick={item.onChoose} className="palette-row">
      <span aria-hidden="true" className="palette-icon">
        {icon}
      </span>
      <span className="palette-body">
        <span className="palette-text">
          <span dir="auto">{label}</span>
          {detail ? (
            <span dir="auto" className="palette-detail">
              {detail}
            </span>
          ) : null}
        </span>
        {note ? (
          <span dir="auto" className="palette-note">
            {note}
          </span>
        ) : null}
      </span>
    </Autocomplete.Item>
  );
}
