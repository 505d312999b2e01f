import { hydrateRoot } from "react-dom/client";
import { type PublicDocument, PublicPage } from "#blocks/pages/public-page.tsx";
import { followTranslation } from "#web/lib/follow-translation.ts";
import "./view.css";

const root = document.getElementById("root");
// A heading of the document may have the same id, but only the portal writes scripts.
const data = document.querySelector("script#document")?.textContent;
if (root === null || !data) throw new Error("The page lacks what it was made from.");

// The browser may restore a cached page whose sharing has ended.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

const { pathname } = window.location;
const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (visit?.type !== "reload") navigator.sendBeacon(`${pathname}/opened`);

/** The server sanitised this HTML for this page, and hydration keeps it (docs/decisions/0018-public-view.md). */
const asServed = (html: string) => html;

followTranslation();
hydrateRoot(root, <PublicPage document={JSON.parse(data) as PublicDocument} sanitise={asServed} />);
