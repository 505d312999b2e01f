import { createContext } from "react";
import { VIEW_PATH } from "#web/lib/client-view.ts";

/** Whether tables offer a file of their rows: to a client of their own records, and of the company to its owners. */
export const MayDownload = createContext(VIEW_PATH === undefined);
