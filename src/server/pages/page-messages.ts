import type { PageAnswer } from "./page-answer.ts";

/** What the site and a worker thread that renders pages say to each other; a page's calls go over a port of its own. */

export type HeaderList = [name: string, value: string][];

/** What a thread is started with. */
export interface PageWorkerData {
  /** The address of the built pages' module. */
  readonly bundle: string;
  /** What pages say about the site. */
  readonly site: Readonly<Record<string, string>>;
}

/** From a thread, once: it can render. */
export interface WorkerReady {
  /** The patterns of all pages' addresses. */
  readonly routes: readonly string[];
}

/** To a thread, with the page's port. */
export interface PageTask {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
}

/** Over a page's port, from the thread. */
export type FromPage =
  | {
      readonly kind: "call";
      readonly id: number;
      readonly path: string;
      readonly method: string;
      readonly headers: HeaderList;
      readonly body: string | null;
    }
  | { readonly kind: "rendered"; readonly answer: PageAnswer }
  | { readonly kind: "failed"; readonly reason: string };

/** Over a page's port, to the thread: what the API answered, or that it could not. */
export type ApiReply =
  | {
      readonly id: number;
      readonly status: number;
      readonly headers: HeaderList;
      readonly text: string;
    }
  | { readonly id: number; readonly failure: string };
