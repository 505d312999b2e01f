import "./app.css";
import { startPage } from "./lib/start-page.tsx";
import { router } from "./router.tsx";

startPage(router);
