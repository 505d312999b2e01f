/** The nonce with which the content policy allows a style element. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
}
