const VIEW = "/view/";
/** No id has this character, so the address answers like every unknown one. */
const UNKNOWN = `${VIEW}!`;

/** The router refuses a longer part of an address. */
export const MAX_PARAMETER_LENGTH = 200;

/** The address for the router, which answers one that it cannot read itself. Below /view everybody gets a page. */
export function readableViewAddress(url: string): string {
  if (!url.startsWith(VIEW)) return url;
  const [path = ""] = url.split("?");
  return path.length <= MAX_PARAMETER_LENGTH && isDecodable(path) ? url : UNKNOWN;
}

function isDecodable(path: string): boolean {
  try {
    // The build drops a call whose result no one reads, although this one throws.
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}
