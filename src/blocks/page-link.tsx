import type { CSSProperties, ReactNode } from "react";
import { isAnchor } from "#domain/page/safe-url.ts";
import { useRenderContext } from "./render-context.ts";

type PageLinkProps = {
  href: string | undefined;
  /** Where the author wants it to open; a link to a place on the same page opens in the same tab regardless. */
  target?: "_self" | "_blank";
  className: string;
  style?: CSSProperties;
  children: ReactNode;
};

/** A link of a document; without an address that can be followed from here, its text alone. */
export function PageLink({ href, target = "_self", className, style, children }: PageLinkProps) {
  const { mode, siteUrl } = useRenderContext();
  const isSitePath = href?.startsWith("/") === true;
  const address = mode === "print" && isSitePath ? siteUrl && `${siteUrl}${href}` : href;
  if (!address) {
    return (
      <span className={className} style={style}>
        {children}
      </span>
    );
  }
  const isNewTab = mode === "view" && target === "_blank" && !isAnchor(address);
  return (
    <a
      href={address}
      className={className}
      style={style}
      {...(isNewTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}
    >
      {children}
      {isNewTab && <span className="cp-unseen"> (opens in a new tab)</span>}
    </a>
  );
}
