import { createBrowserRouter } from "react-router";
import { VIEW_PATH } from "./lib/client-view.ts";
import { ROUTES } from "./routes.tsx";

export const router = createBrowserRouter(ROUTES, { basename: VIEW_PATH ?? "/" });
