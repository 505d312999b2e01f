const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const ADDRESS = "Please enter the issuer's address as its provider shows it, beginning with https://";
const SHARED = "This address signs people of any company in. Please enter the one with your own tenant's id";

/** Why a text is no issuer's address that the portal accepts; null if it is one. */
export function findIssuerFault(text: string): string | null {
  const url = URL.parse(text.trim());
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (!url || !isSafe || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return ADDRESS;
  // Microsoft's common address lets every company of the world in.
  return /\/(?:common|organizations|consumers)(?:\/|$)/.test(url.pathname) ? SHARED : null;
}
