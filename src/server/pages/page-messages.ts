import type { SiteConfig } from "#contract/site-config.ts";
import type { PageAnswer } from "#server/http/page-answer.ts";

/** What the site and a worker thread that renders pages say to each other; `page` and `call` number pages and their calls. */

export type HeaderList = [name: string, value: string][];

/** What a thread is started with. */
export interface PageWorkerData {
  /** The address of the built pages' module. */
  readonly bundle: string;
  readonly site: SiteConfig;
}

export type FromThread =
  /** Once: it can render. With the patterns of all pages' addresses. */
  | { readonly kind: "ready"; readonly routes: readonly string[] }
  | {
      readonly kind: "call";
      readonly page: number;
      readonly call: number;
      readonly path: string;
      readonly method: string;
      readonly headers: HeaderList;
      readonly body: string | null;
    }
  | { readonly kind: "rendered"; readonly page: number; readonly answer: PageAnswer }
  | { readonly kind: "failed"; readonly page: number; readonly reason: string };

export type ToThread =
  /** What pages say about the site from now on. */
  | { readonly kind: "site"; readonly site: SiteConfig }
  | {
      readonly kind: "render";
      readonly page: number;
      readonly url: string;
      readonly method: string;
      readonly headers: HeaderList;
    }
  /** What the API answered, or that it could not. */
  | {
      readonly kind: "answered";
      readonly call: number;
      readonly status: number;
      readonly headers: HeaderList;
      readonly text: string;
    }
  | { readonly kind: "unanswered"; readonly call: number; readonly reason: string };
