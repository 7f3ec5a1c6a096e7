import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { ByteBlocks } from "./byte-blocks.ts";

const piece = fc.uint8Array({ maxLength: 3_000 });

test("pieces of any length are read unchanged, and bytes removed at any place are gone", () => {
  fc.assert(
    fc.property(fc.array(piece), fc.nat(), piece, (pieces, place, more) => {
      const whole = Buffer.concat(pieces);
      const size = place % (whole.length + 1);
      const blocks = new ByteBlocks();
      for (const one of pieces) blocks.append(one);
      expect(blocks.join().equals(whole)).toBe(true);
      blocks.truncate(size);
      blocks.append(more);
      expect(blocks.size).toBe(size + more.length);
      expect(blocks.join().equals(Buffer.concat([whole.subarray(0, size), more]))).toBe(true);
    }),
  );
});

test("a million pieces of one byte are stored in a few blocks", () => {
  const blocks = new ByteBlocks();
  for (let count = 0; count < 1_000_000; count += 1) blocks.append(new Uint8Array([count % 256]));
  expect([...blocks.pieces()].length).toBeLessThan(10);
});
