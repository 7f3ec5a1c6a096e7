import { AppError } from "#server/http/app-error.ts";

export interface FeedStreams {
  /**
   * The parts as a body, read as the client takes them. Throws overloaded while too many are under way, of this address
   * or of all.
   */
  open(parts: AsyncIterable<string>, address: string): ReadableStream<Uint8Array>;
}

/** Each holds a part of some 300 kB. */
const maxAtOnce = 16;
/** Who reads slowly on purpose leaves places to others. */
const maxOfOne = 4;
/** Who reads more slowly than that holds a place that others wait for: the connection breaks off. In ms. */
const longest = 10 * 60_000;

/** Bounds how many feeds are read at once, and for how long. */
export function createFeedStreams(limits = { maxAtOnce, maxOfOne, longest }): FeedStreams {
  let underWay = 0;
  const byAddress = new Map<string, number>();
  return {
    open: (parts, address) => {
      const own = byAddress.get(address) ?? 0;
      if (underWay >= limits.maxAtOnce || own >= limits.maxOfOne) throw new AppError("overloaded");
      underWay++;
      byAddress.set(address, own + 1);
      const encoder = new TextEncoder();
      const source = parts[Symbol.asyncIterator]();
      const over = new AbortController();
      const end = () => over.abort();
      over.signal.addEventListener("abort", () => {
        underWay--;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
        // It may be in the middle of a part: whatever becomes of that, nobody reads it.
        source.return?.().catch(() => {});
      });
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const timer = setTimeout(() => {
              controller.error(new AppError("overloaded"));
              end();
            }, limits.longest);
            over.signal.addEventListener("abort", () => clearTimeout(timer));
          },
          pull: async (controller) => {
            try {
              let part = await source.next();
              while (part.done !== true && part.value === "") part = await source.next();
              if (over.signal.aborted) return;
              if (part.done === true) {
                end();
                controller.close();
              } else controller.enqueue(encoder.encode(part.value));
            } catch (error) {
              end();
              throw error;
            }
          },
          cancel: end,
        },
        { highWaterMark: 0 },
      );
    },
  };
}
