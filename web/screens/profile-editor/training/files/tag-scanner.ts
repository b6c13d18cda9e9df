import type { StepBudget } from "#web/screens/profile-editor/training/files/step-budget.ts";
import { FileError } from "#web/screens/profile-editor/training/files/workout.ts";

const LESS = 0x3c;
const GREATER = 0x3e;
const DEPTH_MAX = 64;
/** Bytes of a tag with its attributes. */
const TAG_BYTES_MAX = 16_384;
/** Bytes of a text or an attribute's value. The rest is cut off. */
const TEXT_BYTES_MAX = 200;
/** Pieces into which comments split a text. */
const PIECES_MAX = 4;

const decoder = new TextDecoder();
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27;

/**
 * Reads XML in UTF-8, one tag after the other. A worker has no `DOMParser`, which would also keep a whole track in
 * memory. Each byte is passed a bounded number of times. Entities are left as they are, so none can grow. Names are
 * local: the prefix of a namespace is left out.
 */
export class TagScanner {
  /** The current tag's. */
  name = "";
  isClosing = false;

  readonly #bytes: Uint8Array;
  readonly #steps: StepBudget;
  /** From the root. */
  readonly #open: string[] = [];
  #at = 0;
  /** The opening tag that was read last. */
  #tag: readonly [from: number, to: number] = [0, 0];
  #isSelfClosing = false;
  /** For the innermost element, as long as it has no child. */
  #pieces: (readonly [from: number, to: number])[] = [];
  #hasChild = false;

  constructor(bytes: Uint8Array, steps: StepBudget) {
    this.#bytes = bytes;
    this.#steps = steps;
  }

  /** Empty for the root. */
  get parent(): string {
    return this.#open.at(-2) ?? "";
  }

  /**
   * To an opening or closing tag. A tag that closes itself counts as both.
   * @returns false at the end of the file
   * @throws FileError `damaged` if the file ends within an element, or tags do not match
   */
  next(): boolean {
    if (this.isClosing) {
      this.#open.pop();
      this.#hasChild = true;
      this.#pieces = [];
    }
    if (this.#isSelfClosing) {
      this.#isSelfClosing = false;
      this.isClosing = true;
      return true;
    }
    this.isClosing = false;
    for (;;) {
      const from = this.#at;
      const at = this.#bytes.indexOf(LESS, from);
      if (at < 0) {
        if (this.#open.length > 0) throw new FileError("damaged");
        return false;
      }
      this.#addText(from, at);
      this.#moveTo(at + 1);
      const first = this.#bytes[at + 1];
      if (first === 0x3f) this.#skipTo(at + 2, "?>");
      else if (first === 0x21) this.#skipDeclaration(at);
      else if (first === 0x2f) return this.#readClosingTag(at + 2);
      else return this.#readOpeningTag(at + 1);
    }
  }

  /** The current tag closes the element. Without spaces around it; empty if it has children. */
  text(): string {
    if (this.#hasChild) return "";
    return this.#pieces
      .map(([from, to]) => this.#decode(from, to))
      .join("")
      .trim();
  }

  /** For the opening tag that was read last. */
  attribute(name: string): string | undefined {
    const [from, to] = this.#tag;
    let at = from;
    while (at < to) {
      const equals = this.#bytes.subarray(at, to).indexOf(0x3d);
      if (equals < 0) return undefined;
      let start = at + equals + 1;
      while (start < to && isSpace(this.#bytes[start] ?? 0)) start++;
      const quote = this.#bytes[start] ?? 0;
      if (!isQuote(quote)) return undefined;
      const length = this.#bytes.subarray(start + 1, to).indexOf(quote);
      if (length < 0) return undefined;
      const end = start + 1 + length;
      this.#steps.take(end - at);
      if (this.#decode(at, at + equals).trim() === name) return this.#decode(start + 1, end);
      at = end + 1;
    }
    return undefined;
  }

  #readOpeningTag(from: number): true {
    const end = this.#findTagEnd(from);
    this.#isSelfClosing = this.#bytes[end - 1] === 0x2f;
    const to = this.#isSelfClosing ? end - 1 : end;
    const nameEnd = this.#findNameEnd(from, to);
    this.name = this.#localName(from, nameEnd);
    if (this.name === "" || this.#open.length === DEPTH_MAX) throw new FileError("damaged");
    this.#open.push(this.name);
    this.#tag = [nameEnd, to];
    this.#pieces = [];
    this.#hasChild = false;
    this.#moveTo(end + 1);
    return true;
  }

  #readClosingTag(from: number): true {
    const end = this.#findTagEnd(from);
    this.name = this.#localName(from, this.#findNameEnd(from, end));
    if (this.name !== this.#open.at(-1)) throw new FileError("damaged");
    this.isClosing = true;
    this.#moveTo(end + 1);
    return true;
  }

  /** Comments, CDATA and a document type without declarations of its own. */
  #skipDeclaration(at: number): void {
    if (this.#startsWith(at, "<!--")) {
      this.#skipTo(at + 4, "-->");
    } else if (this.#startsWith(at, "<![CDATA[")) {
      this.#skipTo(at + 9, "]]>");
      this.#addText(at + 9, this.#at - 3);
    } else {
      const end = this.#findTagEnd(at);
      if (this.#bytes.subarray(at, end).includes(0x5b)) throw new FileError("damaged");
      this.#moveTo(end + 1);
    }
  }

  /** The mark ends in `>`. */
  #skipTo(from: number, mark: string): void {
    let end = this.#bytes.indexOf(GREATER, from + mark.length - 1);
    while (end >= 0 && !this.#startsWith(end + 1 - mark.length, mark)) end = this.#bytes.indexOf(GREATER, end + 1);
    if (end < 0) throw new FileError("damaged");
    this.#moveTo(end + 1);
  }

  /** A `>` may also be in the value of an attribute. */
  #findTagEnd(from: number): number {
    let quote = 0;
    const end = Math.min(this.#bytes.length, from + TAG_BYTES_MAX);
    for (let at = from; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (quote !== 0) quote = byte === quote ? 0 : quote;
      else if (byte === GREATER) return at;
      else if (isQuote(byte)) quote = byte;
      else if (byte === LESS && at > from) break;
    }
    throw new FileError("damaged");
  }

  #findNameEnd(from: number, to: number): number {
    let at = from;
    while (at < to && !isSpace(this.#bytes[at] ?? 0)) at++;
    return at;
  }

  #localName(from: number, to: number): string {
    const name = this.#decode(from, to);
    return name.slice(name.indexOf(":") + 1);
  }

  #addText(from: number, to: number): void {
    if (to > from && !this.#hasChild && this.#pieces.length < PIECES_MAX) this.#pieces.push([from, to]);
  }

  #decode(from: number, to: number): string {
    return decoder.decode(this.#bytes.subarray(from, Math.min(to, from + TEXT_BYTES_MAX)));
  }

  #startsWith(at: number, mark: string): boolean {
    for (let i = 0; i < mark.length; i++) if (this.#bytes[at + i] !== mark.charCodeAt(i)) return false;
    return true;
  }

  #moveTo(at: number): void {
    this.#steps.take(at - this.#at);
    this.#at = at;
  }
}
