import { AppError } from "#server/http/app-error.ts";
import { byteOrderMark, csvLine } from "#domain/format/csv.ts";

/** Files under way at once, of all lists together: each holds what it has read of its list. */
const maxAtOnce = 4;

/** CSV files that are written as they are read. */
export interface CsvFiles {
  /** A file of these columns and of what `parts` yields, lines. Throws overloaded while too many are under way. */
  open(columns: readonly string[], parts: AsyncIterator<string>): ReadableStream<Uint8Array>;
}

/** One for the process: it bounds how many files are written at once. */
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
        // Read when the client has taken the previous part: a slow one costs nothing.
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
