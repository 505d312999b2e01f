/** WebAuthn knows no numbered hosts. */
const NUMBERED = /^[\d.]+$|^\[/;

/** Whether this browser supports passkeys at the portal's address. */
export function canUsePasskeys(): boolean {
  const { PublicKeyCredential: keys } = window as { PublicKeyCredential?: object };
  return keys !== undefined && "parseRequestOptionsFromJSON" in keys && !NUMBERED.test(location.hostname);
}
