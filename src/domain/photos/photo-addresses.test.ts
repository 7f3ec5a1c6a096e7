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
  test("parsePhotoPath returns the photo, width and format of every address from photoPath", () => {
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
  ])("parsePhotoPath refuses %s", (path) => {
    expect(parsePhotoPath(path)).toBeNull();
  });

  test("the photo parsers never throw, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parsePhotoPath(text)).toBeNull();
        expect(parsePhotoFile(text)).toBeNull();
        expect(isPhotoId(text)).toBe(false);
      }),
    );
  });

  test("resizedPhotoUrl changes the size of a photo at our address and at the store's address", () => {
    expect(resizedPhotoUrl(photoPath(id), 320, "avif")).toBe(`/photos/${id}/320.avif`);
    expect(resizedPhotoUrl(`https://cdn.example/a${photoPath(id)}`, 1600, "webp")).toBe(
      `https://cdn.example/a/photos/${id}/1600.webp`,
    );
  });

  test("resizedPhotoUrl leaves the address of a foreign picture unchanged", () => {
    expect(resizedPhotoUrl("https://example.com/car.jpg", 320, "avif")).toBe("https://example.com/car.jpg");
    expect(resizedPhotoUrl("data:image/png;base64,AA", 320, "avif")).toBe("data:image/png;base64,AA");
  });

  test("photoSrcSet lists the given widths and is empty for a foreign picture", () => {
    expect(photoSrcSet(`https://cdn.example/a${photoPath(id)}`, [320, 640], "avif")).toBe(
      `https://cdn.example/a/photos/${id}/320.avif 320w, https://cdn.example/a/photos/${id}/640.avif 640w`,
    );
    expect(photoSrcSet("blob:https://vetura.example/1", [320], "webp")).toBe("");
  });
});
