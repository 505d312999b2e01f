import { type ComponentProps, type MouseEvent, use } from "react";
import { isElsewhere } from "./address.ts";
import type { NavigateOptions } from "./create-router.ts";
import { RouterContext, StateContext } from "./use-routing.ts";

type LinkProps = Omit<ComponentProps<"a">, "href"> &
  NavigateOptions & {
    to: string;
    /** The server answers it, outside of this page. */
    reloadDocument?: boolean;
  };

/** A link that the page follows itself. In a new tab or window the browser does. */
export function Link({ to, replace, preventScrollReset, reloadDocument, onClick, ...rest }: LinkProps) {
  const router = use(RouterContext);
  // "?page=2" depends on the address. Other links need not render again where it changes, of which a board has thousands.
  if (!to.startsWith("/")) use(StateContext);
  const isOurs = !isElsewhere(to);
  const href = isOurs ? router.hrefOf(to) : to;

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const isOwn = isOurs && !reloadDocument && (!rest.target || rest.target === "_self");
    if (!isOwn || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    // A link to the current address adds no second history entry.
    const isHere = href === router.hrefOf(currentOf(router.state.address));
    void router.navigate(to, { replace: replace ?? isHere, preventScrollReset: preventScrollReset ?? false });
  }

  return <a {...rest} href={href} onClick={follow} />;
}

function currentOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string {
  return pathname + search + hash;
}

function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
