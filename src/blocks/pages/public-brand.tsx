import type { PublicDocument } from "./public-document.ts";

/** The company's own logo, or the product's mark with its name. */
export function PublicBrand({ brand }: Pick<PublicDocument, "brand">) {
  if (brand.hasLogo) {
    return <img src="/brand/logo" alt={brand.companyName} height="32" className="pv-brand__logo" />;
  }
  return (
    <p className="pv-brand">
      <img src="/logo.svg" alt="" width="28" height="28" />
      <span>{brand.productName}</span>
    </p>
  );
}
