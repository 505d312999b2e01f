// Puck as its manual shows it, with the blocks of the measured pages: what our editor is compared with.
import { type Config, type Data, Puck, useGetPuck } from "@puckeditor/core";
import "@puckeditor/core/no-external.css";
import { type ReactNode, useEffect } from "react";
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

/** Puck has no keys for moves: these dispatch what its outline does. */
function FrameWithKeys({ children, document: frame }: { children: ReactNode; document?: Document }) {
  const getPuck = useGetPuck();
  useEffect(() => {
    const press = ({ altKey, key }: KeyboardEvent) => {
      const { appState, dispatch } = getPuck();
      const from = appState.ui.itemSelector;
      const by = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (!altKey || !by || !from?.zone) return;
      const destinationIndex = from.index + by;
      dispatch({
        type: "reorder",
        sourceIndex: from.index,
        destinationIndex,
        destinationZone: from.zone,
      });
      dispatch({ type: "setUi", ui: { itemSelector: { ...from, index: destinationIndex } } });
    };
    for (const one of [document, frame]) one?.addEventListener("keydown", press);
    return () => {
      for (const one of [document, frame]) one?.removeEventListener("keydown", press);
    };
  }, [frame, getPuck]);
  return <>{children}</>;
}

const blocks = Number(new URLSearchParams(window.location.search).get("blocks"));
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <Puck config={CONFIG} data={makeSections(blocks) as Data} overrides={{ iframe: FrameWithKeys }} />,
  );
