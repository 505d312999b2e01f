import { hydrateRoot } from "react-dom/client";
import { PublicPage } from "#blocks/pages/public-page.tsx";
import type { PublicDocument } from "#domain/documents/public-document.ts";
import "./view.css";

const root = document.getElementById("root");
// A heading of the document may have the same id; only we write scripts.
const data = document.querySelector("script#document")?.textContent;
if (root === null || !data) throw new Error("The page lacks what it was made from.");

// A page that the browser kept whole on the way back may show what is shared no more.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

/** The server sanitised these words for this very page, in which they stand already: see docs/decisions. */
const asServed = (html: string) => html;

hydrateRoot(root, <PublicPage document={JSON.parse(data) as PublicDocument} sanitise={asServed} />);
