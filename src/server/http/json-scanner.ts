import { AppError } from "./app-error.ts";
import { ByteBlocks } from "./byte-blocks.ts";

/** Receives one long string, unescaped, while it arrives. */
export interface StringSink {
  /** Throws to refuse the body. */
  write(text: string): void;
  end(): void;
}

/** Long strings that are removed from the text before it is parsed. */
export interface StringCut {
  /** The keys from the outermost object to the list with the strings. */
  readonly path: readonly string[];
  /** Whether a string is one of these, by its prefix up to the first comma. */
  isOne(beginning: string): boolean;
  /** Called for each. `standIn` replaces it in the parsed text; it must be unguessable. */
  open(): { readonly standIn: string; readonly sink: StringSink };
}

export interface JsonLimits {
  /** Bytes without the removed strings. */
  readonly bytes: number;
  /** At all depths. */
  readonly keys: number;
  /** Values of all kinds, at all depths. */
  readonly values: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Maximum length of a prefix, in characters; written, each may be an escape of six. */
const maxBeginningLength = 500;
const maxWrittenLength = maxBeginningLength * 6;

/** Parses the text between two quotes as JSON; null if invalid. */
function unescape(written: string): string | null {
  try {
    const text: unknown = JSON.parse(`"${written}"`);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

function asText(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}

/** The number of consecutive backslashes before `end`. */
function backslashesBefore(text: string, end: number): number {
  let at = end;
  while (at > 0 && text.charCodeAt(at - 1) === backslash) at -= 1;
  return end - at;
}

/** Start of an incomplete escape at the text's end; the text's length if there is none. */
function unfinishedEscape(text: string): number {
  const at = text.lastIndexOf("\\");
  if (at < 0 || text.length - at >= 6 || backslashesBefore(text, at + 1) % 2 === 0) return text.length;
  const isWhole = text.length - at > 1 && text[at + 1] !== "u";
  return isWhole ? text.length : at;
}

type State =
  | { readonly in: "structure" }
  | {
      readonly in: "string";
      readonly what: "key" | "candidate" | "other";
      /** The text after the quote so far, if it may matter: keys near the top, strings that may be removed. */
      readonly begun: number[];
      escaped: boolean;
    }
  | { readonly in: "cut"; readonly sink: StringSink; pending: string };

const structure: State = { in: "structure" };

/** Whether a string's bytes end in a comma, plain or escaped. */
function endsInComma(written: readonly number[]): boolean {
  if (written.at(-1) === comma) return true;
  if (((written.at(-1) ?? 0) | 0x20) !== 0x63) return false;
  if (!/^\\u002c$/i.test(String.fromCharCode(...written.slice(-6)))) return false;
  // An even number of backslashes before it: the escape's own one is not escaped.
  let at = written.length - 6;
  while (at > 0 && written[at - 1] === backslash) at -= 1;
  return (written.length - 6 - at) % 2 === 0;
}

/**
 * Scans JSON while its bytes arrive, before parsing: counts keys, values and bytes, and removes long strings.
 * The rest is small, and valid JSON exactly if the whole was; parsing it takes a bounded time. A chunk's time
 * depends on its length only.
 */
export class JsonScanner {
  readonly #limits: JsonLimits;
  readonly #cut: StringCut | null;
  readonly #rest = new ByteBlocks();
  #bytes = 0;
  #keys = 0;
  #values = 1;
  #state: State = structure;
  /** For each open container, whether it is an object. */
  readonly #containers: boolean[] = [];
  /** The current key of each outer object. */
  readonly #keyAt: (string | null)[] = [];
  #expectsKey = false;
  /** Bytes of the rest before the quote of the current candidate. */
  #candidateAt = 0;

  constructor(limits: JsonLimits, cut: StringCut | null = null) {
    this.#limits = limits;
    this.#cut = cut;
  }

  /** Throws payload_too_large beyond a limit, malformed for an invalid removed string, and what a sink throws. */
  write(chunk: Uint8Array): void {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    while (at < piece.length)
      at = this.#state.in === "cut" ? this.#readCut(piece, at) : this.#read(piece, at);
  }

  /** The rest, to be parsed: unchanged UTF-8. Throws malformed if the body ended in a removed string. */
  finish(): Buffer<ArrayBuffer> {
    if (this.#state.in === "cut") throw new AppError("malformed");
    return this.#rest.join();
  }

  /** Scans until the chunk or the retained part ends; returns the position. */
  #read(piece: Buffer, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.#state.in === "structure") this.#readStructure(byte, at - from);
      else if (this.#state.in === "string" && this.#readString(this.#state, byte)) {
        this.#keep(piece.subarray(from, at + 1));
        this.#openCut();
        return at + 1;
      }
    }
    this.#keep(piece.subarray(from));
    return piece.length;
  }

  #keep(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#limits.bytes) throw new AppError("payload_too_large");
    this.#rest.append(bytes);
  }

  /** `offset`: how much of the current input precedes this byte and is not in the rest yet. */
  #readStructure(byte: number, offset: number): void {
    switch (byte) {
      case quote:
        this.#openString(offset);
        return;
      case 0x7b: // {
      case 0x5b: // [
        this.#containers.push(byte === 0x7b);
        this.#expectsKey = byte === 0x7b;
        this.#countValue();
        return;
      case 0x7d: // }
      case 0x5d: // ]
        this.#containers.pop();
        this.#keyAt.length = Math.min(this.#keyAt.length, this.#containers.length);
        this.#expectsKey = false;
        return;
      case comma:
        this.#expectsKey = this.#containers.at(-1) === true;
        this.#countValue();
        return;
      case 0x3a: // :
        this.#keys += 1;
        if (this.#keys > this.#limits.keys) throw new AppError("payload_too_large");
        this.#expectsKey = false;
        return;
      default:
    }
  }

  #countValue(): void {
    this.#values += 1;
    if (this.#values > this.#limits.values) throw new AppError("payload_too_large");
  }

  #openString(offset: number): void {
    const depth = this.#containers.length;
    const path = this.#cut?.path ?? [];
    const isKey = this.#expectsKey && depth <= path.length;
    const isCandidate = !this.#expectsKey && depth === path.length + 1 && this.#isOnPath(path);
    if (isCandidate) this.#candidateAt = this.#rest.size + offset;
    const what = isKey ? "key" : isCandidate ? "candidate" : "other";
    this.#state = { in: "string", what, begun: [], escaped: false };
  }

  #isOnPath(path: readonly string[]): boolean {
    return (
      path.length > 0 &&
      this.#containers[path.length] === false &&
      path.every((key, depth) => this.#containers[depth] === true && this.#keyAt[depth] === key)
    );
  }

  /** Returns true if the string is one to remove. */
  #readString(state: Extract<State, { in: "string" }>, byte: number): boolean {
    if (!state.escaped && byte === quote) {
      if (state.what === "key") this.#keyAt[this.#containers.length - 1] = unescape(asText(state.begun));
      this.#state = structure;
      return false;
    }
    state.escaped = !state.escaped && byte === backslash;
    if (state.what === "other" || state.begun.length > maxWrittenLength) return false;
    state.begun.push(byte);
    if (state.what === "key" || !endsInComma(state.begun)) return false;
    const beginning = unescape(asText(state.begun));
    if (beginning !== null && beginning.length <= maxBeginningLength && this.#cut?.isOne(beginning) === true)
      return true;
    // Bytes after the first comma are not examined.
    this.#state = { in: "string", what: "other", begun: [], escaped: false };
    return false;
  }

  #openCut(): void {
    const opened = this.#cut?.open();
    if (opened === undefined) return;
    this.#rest.truncate(this.#candidateAt);
    this.#rest.append(Buffer.from(`"${opened.standIn}`));
    this.#state = { in: "cut", sink: opened.sink, pending: "" };
  }

  /** Passes on the chunk's part of the removed string; returns the offset of its closing quote, or the chunk's end. */
  #readCut(piece: Buffer, from: number): number {
    const state = this.#state;
    if (state.in !== "cut") return from;
    let end = piece.indexOf(quote, from);
    if (end < 0) end = piece.length;
    // Usually there is no escape, and the quote found is the end.
    const written = state.pending + piece.toString("latin1", from, end);
    const isClosed = end < piece.length && backslashesBefore(written, written.length) % 2 === 0;
    const whole = isClosed ? written.length : unfinishedEscape(written);
    const text = unescape(written.slice(0, whole));
    if (text === null) throw new AppError("malformed");
    state.sink.write(text);
    state.pending = written.slice(whole);
    if (isClosed) {
      state.sink.end();
      // The quote itself is scanned as the end of an ordinary string.
      this.#state = { in: "string", what: "other", begun: [], escaped: false };
      return end;
    }
    if (end === piece.length) return end;
    // The quote is an escaped one.
    state.pending += '"';
    return end + 1;
  }
}
