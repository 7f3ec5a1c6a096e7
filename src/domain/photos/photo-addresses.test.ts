import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import {
  isPhotoId,
  parsePhotoFile,
  parsePhotoPath,
  photoFormats,
  photoWidths,
  photoPath,
  photoSrcSet,
  resizedPhotoUrl,
} from "./photo-addresses.ts";

const id = "01977a3e-8b6c-7d2e-9f00-0123456789ab";

describe("photo addresses", () => {
  test("an address of ours is read back to the same photo, width and format", () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.constantFrom(...photoWidths),
        fc.constantFrom(...photoFormats),
        (uuid, width, format) => {
          expect(parsePhotoPath(photoPath(uuid, width, format))).toEqual({ id: uuid, width, format });
        },
      ),
    );
  });

  test.each([
    "/photos/",
    `/photos/${id}`,
    `/photos/${id}/961.jpg`,
    `/photos/${id}/960.gif`,
    `/photos/${id}/960.JPG`,
    `/photos/${id}/0960.jpg`,
    `/photos/${id}/../${id}/960.jpg`,
    `/photos/${id}/960.jpg?x=1`,
    `/photos/${id.toUpperCase()}/960.jpg`,
    `/photos/..%2f/960.jpg`,
    `x/photos/${id}/960.jpg`,
  ])("%s names no photo", (path) => {
    expect(parsePhotoPath(path)).toBeNull();
  });

  test("no text at all makes the parsers throw", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parsePhotoPath(text)).toBeNull();
        expect(parsePhotoFile(text)).toBeNull();
        expect(isPhotoId(text)).toBe(false);
      }),
    );
  });

  test("another size of the same photo, at our address and at the store's own", () => {
    expect(resizedPhotoUrl(photoPath(id), 320, "avif")).toBe(`/photos/${id}/320.avif`);
    expect(resizedPhotoUrl(`https://cdn.example/a${photoPath(id)}`, 1600, "webp")).toBe(
      `https://cdn.example/a/photos/${id}/1600.webp`,
    );
  });

  test("a picture from elsewhere keeps its address", () => {
    expect(resizedPhotoUrl("https://example.com/car.jpg", 320, "avif")).toBe("https://example.com/car.jpg");
    expect(resizedPhotoUrl("data:image/png;base64,AA", 320, "avif")).toBe("data:image/png;base64,AA");
  });

  test("a srcset of some widths, and none for a picture from elsewhere", () => {
    expect(photoSrcSet(`https://cdn.example/a${photoPath(id)}`, [320, 640], "avif")).toBe(
      `https://cdn.example/a/photos/${id}/320.avif 320w, https://cdn.example/a/photos/${id}/640.avif 640w`,
    );
    expect(photoSrcSet("blob:https://vetura.example/1", [320], "webp")).toBe("");
  });
});
