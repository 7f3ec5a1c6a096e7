import type { SeededRandom } from "#testing/seeded-random.ts";

/** A request whose body is generated while it is sent, so it is never in memory as a whole. */
export interface BodyRequest {
  readonly kind: string;
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly type: string;
  readonly signedIn: boolean;
  /** Null: chunked transfer encoding. */
  readonly length: number | null;
  readonly pieces: Iterable<Buffer>;
  /** A pause in the middle, in milliseconds; 0 for none. */
  readonly stall: number;
}

/** Existing things that a body can refer to. */
export interface BodyTargets {
  readonly carId: string;
  /** Small valid pictures. */
  readonly pictures: readonly Buffer[];
}

const kB = 1_000;
const megabyte = 1_000_000;
const piece = 64 * 1024;

function* cut(whole: Buffer, size = piece): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

/** Yields `unit` repeatedly between two texts, up to `bytes`. */
function* repeated(before: string, unit: string, after: string, bytes: number): Generator<Buffer> {
  yield Buffer.from(before);
  const block = Buffer.from(unit.repeat(Math.max(1, Math.floor(Math.min(piece, bytes) / unit.length))));
  const times = Math.max(1, Math.floor(bytes / block.length));
  for (let time = 0; time < times; time += 1) yield block;
  yield Buffer.from(after);
}

function* keys(bytes: number): Generator<Buffer> {
  let text = "{";
  let sent = 0;
  for (let n = 0; sent < bytes; n += 1) {
    text += `"k${n.toString(36)}":${n},`;
    if (text.length < piece) continue;
    yield Buffer.from(text);
    sent += text.length;
    text = "";
  }
  yield Buffer.from(`${text}"end":0}`);
}

const units = [
  ["blanks", " "],
  ["digits", "1"],
  ["phones", "04 "],
  ["letters o and 1", "o1"],
  ["accents", "e\u0301"],
  ["figures of other scripts", "\u0661"],
  ["brackets", "( "],
  ["escapes", "\\u0041"],
  ["line breaks", "\\n"],
  ["addresses", "a@b."],
] as const;

const textFields = [
  ["PUT", "/api/me", "firstName"],
  ["PUT", "/api/me", "phone"],
  ["PUT", "/api/me", "password"],
  ["POST", "/api/login", "password"],
  ["POST", "/api/login", "email"],
  ["POST", "/api/register", "email"],
  ["POST", "/api/register", "password"],
  ["POST", "/api/password/forgot", "email"],
  ["POST", "/api/password/reset", "token"],
  ["POST", "/api/saved-searches", "query"],
  ["POST", "/api/saved-searches", "name"],
  ["POST", "/api/payment/create-dealer-subscription", "businessName"],
  ["POST", "/api/payment/create-dealer-subscription", "taxNumber"],
  ["POST", "/api/payment/verify-session", "sessionId"],
  ["POST", "/api/car-models/models", "model"],
] as const;
const carFields = ["description", "model", "color", "sellerName", "sellerPhone", "brand", "registeredUntil"];

function sizeOf(random: SeededRandom): number {
  const share = random.next();
  if (share < 0.6) return 1 + random.below(10 * kB);
  if (share < 0.9) return 10 * kB + random.below(240 * kB);
  if (share < 0.985) return 250 * kB + random.below(800 * kB);
  return megabyte + random.below(38 * megabyte);
}

/** A PNG, JPEG, WebP or AVIF with many chunks, all of which the validator must read. */
function manyParts(random: SeededRandom, bytes: number): Generator<Buffer> {
  const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x02\0\0\0";
  const [head, part] = random.pick([
    ["\xff\xd8", "\xff\xfe\0\x02"],
    ["\xff\xd8", "\xff\xda\0\x02\xff\0"],
    [png, "\0\0\0\0tEXt\0\0\0\0"],
    [png, "\0\0\0\x01IDAT\0\0\0\0\0"],
    ["RIFF\xff\xff\xff\x7fWEBPVP8X\n\0\0\0\0\0\0\0\x7f\0\0\x7f\0\0", "EXIF\0\0\0\0"],
    ["\0\0\0\x10ftypavif\0\0\0\0", "\0\0\0\x08free"],
  ] as const);
  const block = Buffer.from(part.repeat(Math.floor(piece / part.length)), "latin1");
  return (function* all() {
    yield Buffer.from(head, "latin1");
    for (let sent = 0; sent < bytes; sent += block.length) yield block;
  })();
}

function form(
  random: SeededRandom,
  { carId }: BodyTargets,
): Pick<BodyRequest, "method" | "path"> & { opens: string; closes: string } {
  return random.pick([
    { method: "PUT", path: `/api/cars/${carId}`, opens: "{", closes: "}" },
    { method: "POST", path: "/api/cars", opens: "{", closes: "}" },
    { method: "POST", path: "/api/payment/create-checkout", opens: '{"amount":3,"carData":{', closes: "}}" },
  ] as const);
}

/** A random body of at most `large` bytes. */
export function makeBody(random: SeededRandom, targets: BodyTargets, large = 40 * megabyte): BodyRequest {
  const bytes = Math.min(sizeOf(random), large);
  const { opens, closes, ...place } = form(random, targets);
  const json = { type: "application/json", signedIn: true, length: null, stall: 0 };
  const upload = { method: "POST", path: "/api/photos", signedIn: true, length: null, stall: 0 } as const;
  const [unitName, unit] = random.pick(units);
  const [method, path, field] = random.pick(textFields);
  const makers: (() => BodyRequest)[] = [
    () => ({ ...json, ...place, kind: "unknown keys in a car form", pieces: keys(bytes) }),
    () => ({ ...json, method, path, kind: "unknown keys elsewhere", pieces: keys(bytes) }),
    () => ({
      ...json,
      ...place,
      kind: "many values",
      pieces: repeated(
        `${opens}"x":[`,
        random.pick(["1,", "{},", "[],", '"",', "null,"]),
        `1]${closes}`,
        bytes,
      ),
    }),
    () => ({
      ...json,
      method,
      path,
      kind: "depth",
      pieces: repeated("", random.pick(["[", '{"a":']), "", bytes),
    }),
    () => ({
      ...json,
      ...place,
      kind: `a car's text of ${unitName}`,
      pieces: repeated(
        `${opens}"${random.pick(carFields)}":"`,
        unit,
        `x"${closes}`,
        Math.min(bytes, 250 * kB),
      ),
    }),
    () => ({
      ...json,
      method,
      path,
      signedIn: random.chance(0.7),
      kind: `a text of ${unitName} elsewhere`,
      pieces: repeated(`{"${field}":"`, unit, 'x"}', Math.min(bytes, 990 * kB)),
    }),
    () => ({
      ...json,
      ...place,
      kind: "a picture's characters",
      pieces: repeated(
        `${opens}"images":["data:image/jpeg;base64,`,
        random.pick(["QUJD", "\\u0041", "\\/", "Q U\\nJ", "=", "*"]),
        `"]${closes}`,
        bytes,
      ),
    }),
    () => ({
      ...json,
      ...place,
      kind: "tiny pictures",
      pieces: repeated(`${opens}"images":[`, '"data:;base64,QQ==",', `""]${closes}`, bytes),
    }),
    () => {
      const images = targets.pictures.map((one) => `data:image/jpeg;base64,${one.toString("base64")}`);
      const whole = Buffer.from(`${opens}${JSON.stringify({ images }).slice(1, -1)}${closes}`);
      return {
        ...json,
        ...place,
        kind: "sound pictures in a car form",
        length: whole.length,
        pieces: cut(whole),
      };
    },
    () => ({
      ...upload,
      type: "image/jpeg",
      kind: "an upload of many parts",
      pieces: manyParts(random, Math.min(bytes, 25 * megabyte)),
    }),
    () => ({
      ...upload,
      type: "multipart/form-data; boundary=x",
      kind: "a multipart of many parts",
      pieces: repeated(
        "",
        '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n\r\n',
        "--x--",
        Math.min(bytes, 25 * megabyte),
      ),
    }),
    () => {
      const file = Buffer.from('--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n');
      return {
        ...upload,
        type: "multipart/form-data; boundary=x",
        kind: "a large file in a multipart",
        pieces: (function* all() {
          yield file;
          yield* manyParts(random, Math.min(bytes, 24 * megabyte));
          yield Buffer.from("\r\n--x--\r\n");
        })(),
      };
    },
    () => ({
      ...upload,
      type: "image/png",
      kind: "tiny HTTP chunks",
      pieces: cut(Buffer.alloc(Math.min(bytes, 30 * kB), 7), 1),
    }),
    () => ({
      ...json,
      method: "POST",
      path: "/api/payment/webhook",
      signedIn: false,
      kind: "an event of nobody's",
      pieces: repeated('{"x":"', "a", '"}', Math.min(bytes, 990 * kB)),
    }),
    () => ({ ...json, ...place, signedIn: false, kind: "a guest's car form", pieces: keys(bytes) }),
  ];
  return random.pick(makers)();
}

/** The same body with a pause in the middle. */
export function stalled(body: BodyRequest, ms: number): BodyRequest {
  return { ...body, kind: `${body.kind}, stalled`, stall: ms };
}

/** A car form near the size limit, valid except for its pictures. */
export function largeForm(targets: BodyTargets, bytes = 38 * megabyte): BodyRequest {
  return {
    kind: "the largest car form",
    method: "PUT",
    path: `/api/cars/${targets.carId}`,
    type: "application/json",
    signedIn: true,
    length: null,
    pieces: repeated('{"images":["data:image/jpeg;base64,', "QUJD", '"]}', bytes / 2),
    stall: 0,
  };
}
