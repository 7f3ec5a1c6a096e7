import { createContext } from "react-router";

/** Told of what went wrong while a page was rendered, with the path of its address. */
export const pageErrorsContext = createContext<(error: unknown, path: string) => void>();
