/** The nonce that allows the drag library's style sheet under the content policy. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
}
