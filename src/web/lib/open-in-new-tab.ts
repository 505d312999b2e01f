/**
 * Opens an address that has yet to be fetched. The tab opens at once, because browsers block tabs that open after the
 * click. Rethrows errors of `askForAddress` and closes the tab.
 */
export async function openInNewTab(askForAddress: () => Promise<string>): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (tab !== null) {
    tab.opener = null;
    tab.document.title = "Opening…";
  }
  try {
    const address = await askForAddress();
    // If the browser blocks new tabs, this tab opens the address.
    (tab ?? window).location.assign(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
