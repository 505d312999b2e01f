import { Download } from "lucide-react";
import { Link } from "#web/lib/routing/link.tsx";
import { ICON_BUTTON_CLASS } from "#web/ui/button.tsx";

/** Moves the icon to the edge of its cell, and lets it reach over the lines of a card. */
export const AT_EDGE = "max-sm:-my-3 max-sm:-mr-2 sm:-ml-2";

/** A link to a PDF in a new tab. */
export function DownloadLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      target="_blank"
      rel="noopener"
      aria-label={`Download PDF of ${name}`}
      title="Download PDF"
      className={`${ICON_BUTTON_CLASS} ${AT_EDGE}`}
    >
      <Download aria-hidden="true" strokeWidth={1.5} />
    </Link>
  );
}
