import { createContext } from "react-router";

/** Where the rendered page, in parts, waits until React Router has done with its response. */
export const pageTextContext = createContext<{ text: readonly string[] | null }>();
