import { useEffect } from "react";
import { BRAND } from "./brand.ts";

/** Sets the title of the browser tab: "Dashboard · Counterpart". */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${BRAND.productName}` : BRAND.productName;
  }, [title]);
}
