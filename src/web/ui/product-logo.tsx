import { BRAND, LOGO_ADDRESS } from "#web/lib/brand.ts";
import { classNames } from "#web/lib/class-names.ts";

/** The company's own logo, or the product's mark with its name. */
export function ProductLogo({ className }: { className?: string }) {
  if (BRAND.hasLogo) {
    return (
      <img
        src={LOGO_ADDRESS}
        alt={BRAND.companyName}
        className={classNames("h-8 w-auto max-w-48 object-contain object-left", className)}
      />
    );
  }
  return (
    <span className={classNames("inline-flex items-center gap-2.5", className)}>
      <img src={LOGO_ADDRESS} alt="" width="28" height="28" className="size-7" />
      <span className="font-semibold text-ink text-lg tracking-[-0.015em]">{BRAND.productName}</span>
    </span>
  );
}
