// Puck as its manual shows it, with the blocks of the measured pages: what our editor is compared with.
import { type Config, type Data, type Overrides, Puck, useGetPuck } from "@puckeditor/core";
import "@puckeditor/core/no-external.css";
import { createRoot } from "react-dom/client";
import { makeSections } from "../make-sections.ts";

const CONFIG: Config = {
  components: {
    Container: {
      fields: { content: { type: "slot" } },
      render: ({ content: Content }) => <Content />,
    },
    Heading: {
      fields: { text: { type: "text" } },
      render: ({ text }) => <h2>{text}</h2>,
    },
    Paragraph: {
      fields: { text: { type: "textarea" } },
      render: ({ text }) => <p>{text}</p>,
    },
    List: {
      fields: { items: { type: "array", arrayFields: { title: { type: "text" } } } },
      render: ({ items }) => (
        <ul>
          {(items as { title: string }[]).map(({ title }) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      ),
    },
  },
};

const LISTENING = new WeakSet<Document>();

/** Puck has no keys for moves: these dispatch what its outline does. */
const FrameWithKeys: NonNullable<Overrides["iframe"]> = ({ children, document: frame }) => {
  const getPuck = useGetPuck();
  if (frame && !LISTENING.has(frame)) {
    LISTENING.add(frame);
    frame.addEventListener("keydown", (event) => moveSelected(event, getPuck()));
  }
  return <>{children}</>;
};

type PuckNow = ReturnType<ReturnType<typeof useGetPuck>>;

function moveSelected({ altKey, key }: KeyboardEvent, puck: PuckNow): void {
  const from = puck.appState.ui.itemSelector;
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!from?.zone || !by || !altKey) return;
  const destinationIndex = from.index + by;
  const move = { sourceIndex: from.index, destinationIndex, destinationZone: from.zone };
  puck.dispatch({ type: "reorder", ...move });
  puck.dispatch({ type: "setUi", ui: { itemSelector: { ...from, index: destinationIndex } } });
}

const blocks = Number(new URLSearchParams(window.location.search).get("blocks"));
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <Puck config={CONFIG} data={makeSections(blocks) as Data} overrides={{ iframe: FrameWithKeys }} />,
  );
