import { type CSSProperties, createContext, type MouseEvent, type ReactNode, use } from "react";
import { isAnchor } from "#domain/page/safe-url.ts";
import { useRenderContext } from "./render-context.ts";

type PageLinkProps = {
  href: string | undefined;
  /** The author's choice of tab. A link to a place on the same page ignores it. */
  target?: "_self" | "_blank";
  className: string;
  style?: CSSProperties;
  onClick?(event: MouseEvent): void;
  children: ReactNode;
};

/** The link of a Link Wrapper: around the block, where no other link may be, or behind it. */
export const OuterLinkContext = createContext<"around" | "behind" | null>(null);

/** Whether a press on a block with this address leads somewhere. */
export function useIsPressable(href: string | undefined): boolean {
  const outerLink = use(OuterLinkContext);
  return href !== undefined || outerLink !== null;
}

/** A link of a document. Without a usable address it renders only its text. */
export function PageLink({ href, target = "_self", className, style, onClick, children }: PageLinkProps) {
  const { mode } = useRenderContext();
  const address = useAddress(href);
  const outerLink = use(OuterLinkContext);
  if (!address || outerLink === "around") {
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
      onClick={onClick}
      {...(isNewTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}
    >
      {children}
      {isNewTab && <span className="cp-unseen"> (opens in a new tab)</span>}
    </a>
  );
}

/** The address that a link opens. On paper our own paths need the portal's address before them. */
function useAddress(href: string | undefined): string | undefined {
  const { mode, siteUrl } = useRenderContext();
  if (mode !== "print" || !href?.startsWith("/")) return href;
  return siteUrl && `${siteUrl}${href}`;
}

/** On paper the address of a link as text, because no one can press paper. */
export function PrintedAddress({ href }: { href: string | undefined }) {
  const { mode } = useRenderContext();
  const address = useAddress(href);
  if (mode !== "print" || !address || isAnchor(address)) return null;
  return (
    <p className="cp-printed-address">
      <PageLink href={href} className="cp-link">
        {address.replace(/^(mailto|tel):/, "")}
      </PageLink>
    </p>
  );
}
