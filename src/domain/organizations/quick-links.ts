import { z } from "zod";
import { lineOfText } from "../line-of-text.ts";
import { QuickLink } from "./organization.ts";

export const MOST_QUICK_LINKS = 20;

/** The links as they are stored. */
export const QuickLinks = z
  .array(QuickLink)
  .max(MOST_QUICK_LINKS, `Please keep at most ${MOST_QUICK_LINKS} links`);
export type QuickLinks = z.infer<typeof QuickLinks>;

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** An address as people type it: "boards.example/harbour" means https. */
export const TypedAddress = z
  .string()
  .trim()
  .min(1, "Please enter a web address")
  .max(1990, "Please use a shorter web address")
  .transform((text) => (HAS_SCHEME.test(text) ? text : `https://${text}`))
  .refine(isWebAddress, "Please enter a web address, such as https://boards.example/harbour");

function isWebAddress(address: string): boolean {
  if (!QuickLink.shape.url.safeParse(address).success) return false;
  const { hostname, username } = new URL(address);
  return hostname.includes(".") && username === "";
}

/** The quick links in a form. */
export const TypedQuickLinks = z.strictObject({
  quickLinks: z
    .array(z.strictObject({ label: lineOfText(80, "Please enter a label"), url: TypedAddress }))
    .max(MOST_QUICK_LINKS),
});
