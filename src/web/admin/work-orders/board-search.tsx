import { useEffect, useEffectEvent, useState } from "react";
import { useDelayed } from "#web/lib/use-delayed.ts";
import { INPUT_CLASS } from "#web/ui/input-class.ts";

const PAUSE_MS = 300;

/** Tells what is looked for after a pause. The text is its own, because a board of 2,000 cards renders longer than a key. */
export function BoardSearch({ onRest }: { onRest: (text: string) => void }) {
  const [typed, setTyped] = useState("");
  const rested = useDelayed(typed.trim(), PAUSE_MS);
  const tell = useEffectEvent(onRest);
  useEffect(() => tell(rested), [rested]);
  return (
    <input
      type="search"
      aria-label="Search the board"
      placeholder="Search"
      maxLength={200}
      className={`${INPUT_CLASS} w-56! max-w-full`}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
