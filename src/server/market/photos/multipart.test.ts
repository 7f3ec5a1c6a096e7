import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import { fileInMultipart } from "./multipart.ts";

/** The body and its type as the platform writes them. */
async function written(fields: readonly (readonly [string, Blob | string])[]): Promise<[Buffer, string]> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, 'foto "1".jpg');
  }
  const response = new Response(form);
  return [Buffer.from(await response.arrayBuffer()), response.headers.get("content-type") ?? ""];
}

function codeOf(body: Buffer, type: string): string | null {
  try {
    return fileInMultipart(body, type, "photo") === null ? "missing" : "found";
  } catch (error) {
    return error instanceof AppError ? error.code : null;
  }
}

test("a file is read unchanged from a multipart body, whatever its bytes", async () => {
  const bytes = fc.uint8Array({ maxLength: 2_000 });
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      const [body, type] = await written([["photo", new Blob([new Uint8Array(content)])]]);
      expect(fileInMultipart(body, type, "photo")?.equals(content)).toBe(true);
    }),
  );
});

test("a multipart body without the file, with two files or with another field gets its own error", async () => {
  const blob = new Blob(["x"]);
  expect(codeOf(...(await written([["photo", "a text"]])))).toBe("missing");
  expect(codeOf(...(await written([])))).toBe("missing");
  expect(
    codeOf(
      ...(await written([
        ["photo", blob],
        ["photo", blob],
      ])),
    ),
  ).toBe("missing");
  expect(codeOf(...(await written([["picture", blob]])))).toBe("validation_failed");
  expect(codeOf(Buffer.from("nothing of the kind"), "multipart/form-data; boundary=x")).toBe("malformed");
  expect(codeOf(Buffer.from("--x\r\n"), "multipart/form-data; boundary=x")).toBe("malformed");
  expect(codeOf(Buffer.from("--x--"), "multipart/form-data")).toBe("malformed");
});

test("any bytes give a file, none, or an error of ours", () => {
  const token = fc.constantFrom(
    "--x",
    "\r\n",
    "--",
    'Content-Disposition: form-data; name="photo"; filename="a"',
    "a",
  );
  fc.assert(
    fc.property(fc.array(token), (tokens) => {
      expect(codeOf(Buffer.from(tokens.join("")), "multipart/form-data; boundary=x")).not.toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test("a multipart body of 300,000 empty files is refused at its second file", () => {
  const part = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n\r\n';
  expect(codeOf(Buffer.from(`${part.repeat(300_000)}--x--`), "multipart/form-data; boundary=x")).toBe(
    "missing",
  );
});
