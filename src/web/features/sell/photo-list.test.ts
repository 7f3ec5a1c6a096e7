import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { type PhotoAction, type PhotoItem, photoListReducer, uploadedPhotos } from "./photo-list.ts";

const file = new Blob(["x"]);
const keys = ["a", "b", "c", "d"];
const waiting = (key: string): PhotoItem => ({ key, previewUrl: null, file, state: "waiting" });
const photo = (key: string) => ({ url: `/photos/${key}/960.jpg`, width: 4, height: 3, thumbhash: null });

const key = fc.constantFrom(...keys);
const anyAction: fc.Arbitrary<PhotoAction> = fc.oneof(
  key.map((key): PhotoAction => ({ type: "start", key })),
  fc.tuple(key, fc.double({ min: 0, max: 1, noNaN: true })).map(([key, share]): PhotoAction => ({
    type: "progress",
    key,
    share,
  })),
  key.map((key): PhotoAction => ({ type: "done", key, photo: photo(key) })),
  fc.tuple(key, fc.boolean()).map(([key, retryable]): PhotoAction => ({
    type: "fail",
    key,
    message: "m",
    retryable,
  })),
  fc.array(key).map((keys): PhotoAction => ({ type: "retry", keys })),
  fc.tuple(key, fc.integer({ min: -2, max: 9 })).map(([key, to]): PhotoAction => ({ type: "move", key, to })),
);

describe("the form's photos", () => {
  test("no sequence of actions loses or duplicates a photo unless it is removed", () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
        const end = actions.reduce(photoListReducer, keys.map(waiting));
        expect(end.map((item) => item.key).toSorted()).toEqual(keys);
      }),
    );
  });

  test("a late upload event does not change a photo that is on the server", () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 40 }), (actions) => {
        let items: readonly PhotoItem[] = keys.map(waiting);
        const done = new Set<string>();
        for (const action of actions) {
          items = photoListReducer(items, action);
          if (action.type === "done") done.add(action.key);
          const states = items.filter((item) => done.has(item.key)).map((item) => item.state);
          expect(new Set(states).size).toBeLessThanOrEqual(1);
        }
        expect(uploadedPhotos(items)).toHaveLength(done.size);
      }),
    );
  });

  test("moving a photo to the front makes it the main photo and keeps the others' order", () => {
    const items = photoListReducer(keys.map(waiting), { type: "move", key: "c", to: 0 });
    expect(items.map((item) => item.key)).toEqual(["c", "a", "b", "d"]);
  });

  test("only a failed photo can be uploaded again, with its file", () => {
    const failed = photoListReducer(keys.map(waiting), {
      type: "fail",
      key: "b",
      message: "m",
      retryable: true,
    });
    const again = photoListReducer(failed, { type: "retry", keys: ["b"] });
    expect(again[1]).toEqual(waiting("b"));
  });
});
