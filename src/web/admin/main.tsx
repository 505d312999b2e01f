import "./zod-without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import "./admin.css";
import { router } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

// The browser may restore a cached page after its person has signed out.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
