import type { PageForm } from "./page-forms.ts";

/** What the site and the threads that render its pages say to each other (decision 0013). */

export type HeaderList = [name: string, value: string][];

/** What a thread is started with. */
export interface PageThreadData {
  /** The address of the built pages' module. */
  readonly bundle: string;
  /** What pages say about the site. */
  readonly site: Readonly<Record<string, string>>;
}

export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderList;
}

/** A call of the site's own API. */
export interface ApiCall {
  readonly path: string;
  readonly method: string;
  readonly headers: HeaderList;
  readonly body: string | null;
}

/** To a thread. */
export type ToPageThread =
  | { readonly kind: "render"; readonly page: number; readonly request: SentRequest }
  | {
      readonly kind: "answer";
      readonly ask: number;
      readonly status: number;
      readonly headers: HeaderList;
      readonly text: string;
    }
  /** The API could not even answer. */
  | { readonly kind: "noAnswer"; readonly ask: number; readonly reason: string };

/** From a thread. */
export type FromPageThread =
  | { readonly kind: "ready"; readonly routes: readonly string[] }
  /** Made in the name of the page's visitor. */
  | { readonly kind: "ask"; readonly page: number; readonly ask: number; readonly call: ApiCall }
  | {
      readonly kind: "rendered";
      readonly page: number;
      readonly status: number;
      readonly headers: HeaderList;
      /** As the visitor takes it. */
      readonly form: PageForm;
    }
  | { readonly kind: "failed"; readonly page: number; readonly reason: string };
