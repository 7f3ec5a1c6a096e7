import { AppError } from "#server/http/app-error.ts";
import { byteOrderMark, csvLine } from "#domain/format/csv.ts";

/** Maximum of concurrent files, over all lists: each holds the ids of its list. */
const maxAtOnce = 4;

/** CSV files that are streamed while they are read. */
export interface CsvFiles {
  /** A file with these columns and the lines that `parts` yields. Throws overloaded if too many are in progress. */
  open(columns: readonly string[], parts: AsyncIterator<string>): ReadableStream<Uint8Array>;
}

/** One per process: it bounds concurrent files. */
export function createCsvFiles(): CsvFiles {
  let underWay = 0;
  return {
    open: (columns, parts) => {
      if (underWay >= maxAtOnce) throw new AppError("overloaded");
      underWay++;
      const encoder = new TextEncoder();
      let over = false;
      const end = () => {
        if (!over) underWay--;
        over = true;
      };
      return new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvLine(columns))),
        // Read when the client has taken the previous chunk: a slow client costs nothing.
        pull: async (controller) => {
          try {
            const part = await parts.next();
            if (part.done === true) {
              end();
              controller.close();
              return;
            }
            controller.enqueue(encoder.encode(part.value));
          } catch (error) {
            end();
            throw error;
          }
        },
        cancel: end,
      });
    },
  };
}
