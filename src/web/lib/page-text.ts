import { createContext } from "react-router";

/** Where the rendered page waits until React Router has done with its response. */
export const pageTextContext = createContext<{ text: string | null }>();
