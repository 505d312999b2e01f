import { useState } from "react";

/** The editor's live region: every message is announced once, even if it repeats the last one. */
export function useAnnouncer() {
  const [said, setSaid] = useState({ text: "", times: 0 });
  const [say] = useState(() => (text: string) => setSaid(({ times }) => ({ text, times: times + 1 })));
  const announcer = (
    <p role="status" className="sr-only">
      {said.text}
      {said.times % 2 === 1 ? "\u00a0" : ""}
    </p>
  );
  return { say, announcer };
}
