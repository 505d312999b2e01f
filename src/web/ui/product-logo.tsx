import { useSyncExternalStore } from "react";
import { BRAND, countBrandChanges, logoAddress, onBrandChange } from "#web/lib/brand.ts";
import { classNames } from "#web/lib/class-names.ts";

type ProductLogoProps = {
  /** Shows only the mark, where there is little room. */
  isSmall?: boolean;
  className?: string;
};

/** The company's own logo, or the product's mark with its name. */
export function ProductLogo({ isSmall = false, className }: ProductLogoProps) {
  useSyncExternalStore(onBrandChange, countBrandChanges, countBrandChanges);
  if (BRAND.logoAddress !== null) {
    return (
      <img
        src={logoAddress()}
        alt={BRAND.companyName}
        className={classNames(
          "w-auto object-contain object-left",
          isSmall ? "h-7 max-w-20" : "h-8 max-w-48",
          className,
        )}
      />
    );
  }
  if (isSmall) {
    return (
      <img
        src={logoAddress()}
        alt={BRAND.productName}
        width="28"
        height="28"
        className={classNames("size-7", className)}
      />
    );
  }
  return (
    <span className={classNames("inline-flex items-center gap-2.5", className)}>
      <img src={logoAddress()} alt="" width="28" height="28" className="size-7" />
      <span className="font-semibold text-ink text-lg tracking-[-0.015em]">{BRAND.productName}</span>
    </span>
  );
}
