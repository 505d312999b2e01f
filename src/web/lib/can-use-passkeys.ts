/** WebAuthn knows no numbered hosts. */
const NUMBERED = /^[\d.]+$|^\[/;

/** Whether this browser keeps passkeys for the portal at this address. */
export function canUsePasskeys(): boolean {
  const { PublicKeyCredential: keys } = window as { PublicKeyCredential?: object };
  return keys !== undefined && "parseRequestOptionsFromJSON" in keys && !NUMBERED.test(location.hostname);
}
