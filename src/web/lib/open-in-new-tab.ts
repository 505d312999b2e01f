/**
 * Opens an address that has yet to be asked for in a new tab. The tab opens with the click itself, because
 * browsers block one that comes later. Throws what `askForAddress` throws; the tab is closed again then.
 */
export async function openInNewTab(askForAddress: () => Promise<string>): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  if (tab !== null) {
    tab.opener = null;
    tab.document.title = "Opening…";
  }
  try {
    const address = await askForAddress();
    // Where no tab may be opened at all, this one goes there: better than nothing happening.
    (tab ?? window).location.assign(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
