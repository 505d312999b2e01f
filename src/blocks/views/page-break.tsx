import { EditNote } from "../edit-note.tsx";

/** A page break on paper. Only authors see it. */
export function PageBreak() {
  return (
    <div className="cp-page-break">
      <EditNote>Page break</EditNote>
    </div>
  );
}
