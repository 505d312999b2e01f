import { useEffect } from "react";
import { BRAND } from "./brand.ts";

/** Names the browser's tab: "Dashboard · Counterpart". */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${BRAND.productName}` : BRAND.productName;
  }, [title]);
}
