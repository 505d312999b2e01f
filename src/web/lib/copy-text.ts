/** Copies a text to the clipboard. Returns false if the browser refuses. Call it in answer to a press. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Undefined without https, as by http in an office network.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The fallback, which copies the selection. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr-only";
  // All outside of an open dialog is inert.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
