import PRODUCT_LOGO from "../../../public/logo.svg?inline";

/** The company's configuration, which the server writes into the page. */
export type Brand = {
  productName: string;
  companyName: string;
  companySite: string;
  /** The company's own logo; null: the product's. */
  logoAddress: string | null;
  /** The time zone of every date and time on screen. */
  timeZone: string;
  /** Whether the declaration's box starts ticked when a person accepts a document. */
  isDeclarationTicked: boolean;
};

const DEFAULTS: Brand = {
  productName: "Counterpart",
  companyName: "Ember & Oak Digital",
  companySite: "https://emberandoak.example",
  logoAddress: null,
  timeZone: "Australia/Sydney",
  isDeclarationTicked: true,
};

function readBrand(): Brand {
  const isInBrowser = "document" in globalThis;
  const text = (isInBrowser && document.getElementById("brand")?.textContent) || "{}";
  return { ...DEFAULTS, ...(JSON.parse(text) as Partial<Brand>) };
}

export const BRAND = readBrand();

type Saved = Pick<Brand, "companyName" | "productName" | "companySite" | "timeZone"> & {
  logoImageId: string | null;
  recordVersion: number;
};

/** Shows an owner's saved settings on the open page, which began with the ones before. */
export function updateBrand({ logoImageId, recordVersion, ...names }: Saved): void {
  const { companyName, productName, companySite, timeZone } = names;
  Object.assign(BRAND, { companyName, productName, companySite, timeZone });
  if (logoImageId !== null) BRAND.logoAddress = `/brand/logo?v=s${recordVersion}`;
}

/** The server draws screens with the brand of the moment. */
export function logoAddress(): string {
  return BRAND.logoAddress ?? PRODUCT_LOGO;
}

/** The nonce with which the content policy allows a style element. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
}
