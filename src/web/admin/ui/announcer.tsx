import { useState } from "react";

/** The editor's live region: every message is announced once, even if it repeats the last one. */
export function useAnnouncer() {
  const [announcement, setAnnouncement] = useState({ text: "", times: 0 });
  const [announce] = useState(
    () => (text: string) => setAnnouncement(({ times }) => ({ text, times: times + 1 })),
  );
  const announcer = (
    <p role="status" className="sr-only">
      {announcement.text}
      {announcement.times % 2 === 1 ? "\u00a0" : ""}
    </p>
  );
  return { announce, announcer };
}
