/** A request with its complete body, within the limit. */
export interface Incoming {
  method: string;
  path: string;
  query: string;
  body: string;
  header: (name: string) => string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}
