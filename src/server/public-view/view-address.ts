/** Below these, everybody gets a page. */
const PAGES = ["/view/", "/read/"];
/** No id and no token has this character, so the address answers like every unknown one. */
const UNKNOWN = "!";

/** The router refuses a longer part of an address. */
export const MAX_PARAMETER_LENGTH = 200;

/** The address for the router, which answers one that it cannot read itself. */
export function readableViewAddress(url: string): string {
  const folder = PAGES.find((one) => url.startsWith(one));
  if (folder === undefined) return url;
  const [path = ""] = url.split("?");
  return path.length <= MAX_PARAMETER_LENGTH && isDecodable(path) ? url : `${folder}${UNKNOWN}`;
}

function isDecodable(path: string): boolean {
  try {
    // The build drops a call whose result no one reads, although this one throws.
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}
