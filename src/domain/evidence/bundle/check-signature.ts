type Bytes = Uint8Array<ArrayBuffer>;

export async function sha256Hex(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Bytes)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether an Ed25519 key (base64url) signed a text. Throws where the program knows no Ed25519. */
export async function isSignedBy(publicKey: string, text: string, signature: string): Promise<boolean> {
  const [key, signatureBytes] = [fromBase64Url(publicKey), fromBase64Url(signature)];
  if (key?.length !== 32 || signatureBytes?.length !== 64) return false;
  const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, imported, signatureBytes, new TextEncoder().encode(text));
}

/** Null for a text that is not the one spelling of its bytes. */
function fromBase64Url(text: string): Bytes | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const again = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return again === text ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
