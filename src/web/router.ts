import { createBrowserRouter } from "#web/lib/routing/create-router.ts";
import { VIEW_PATH } from "./lib/client-view.ts";
import { ROUTES } from "./routes.tsx";
import { PageLoader } from "./ui/page-loader.tsx";

export const router = createBrowserRouter(ROUTES, { basename: VIEW_PATH ?? "/", Loading: PageLoader });
