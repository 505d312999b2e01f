import PRODUCT_LOGO from "../../../public/logo.svg?inline";

/** The company's configuration, which the server writes into the page. */
export type Brand = {
  productName: string;
  companyName: string;
  companySite: string;
  /** The company's own logo; null: the product's. */
  logoAddress: string | null;
  /** Whether the configuration has a logo, which is shown while the settings have none. */
  hasConfiguredLogo: boolean;
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
  hasConfiguredLogo: false,
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
  accent: string;
  accentDark: string;
  recordVersion: number;
};

const listeners = new Set<() => void>();
let changes = 0;

/** Calls the listener after each `updateBrand`. Returns an unsubscribe function. */
export function onBrandChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const countBrandChanges = () => changes;

/** Shows an owner's saved settings on the open page, which began with the ones before. */
export function updateBrand({ logoImageId, recordVersion, accent, accentDark, ...names }: Saved): void {
  const { companyName, productName, companySite, timeZone } = names;
  const hasLogo = logoImageId !== null || BRAND.hasConfiguredLogo;
  const logoAddress = hasLogo ? `/brand/logo?v=s${recordVersion}` : null;
  Object.assign(BRAND, { companyName, productName, companySite, timeZone, logoAddress });
  const colours = document.getElementById("brand-colours");
  if (colours) colours.textContent = `:root{--accent-light:${accent};--accent-dark:${accentDark}}`;
  changes += 1;
  for (const listener of listeners) listener();
}

/** The server draws screens with the brand of the moment. */
export function logoAddress(): string {
  return BRAND.logoAddress ?? PRODUCT_LOGO;
}

/** The nonce with which the content policy allows a style element. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
}
