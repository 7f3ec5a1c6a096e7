type Send<Message> = (messages: readonly Message[], transferred: ArrayBuffer[]) => void;

/**
 * Gathers what is said to another thread within one turn of this one, and says it at once: under load waking the other
 * costs more than most messages.
 */
export class Outbox<Message> {
  readonly #send: Send<Message>;
  #messages: Message[] = [];
  #flushing: NodeJS.Immediate | undefined;

  constructor(send: Send<Message>) {
    this.#send = send;
  }

  /** Soon, with others. */
  put(message: Message): void {
    this.#messages.push(message);
    this.#flushing ??= setImmediate(() => this.#flush());
  }

  /** Now, with those before it. `transferred` changes hands with it. */
  putAtOnce(message: Message, ...transferred: ArrayBuffer[]): void {
    this.#messages.push(message);
    this.#flush(transferred);
  }

  #flush(transferred: ArrayBuffer[] = []): void {
    clearImmediate(this.#flushing);
    this.#flushing = undefined;
    const messages = this.#messages;
    this.#messages = [];
    this.#send(messages, transferred);
  }
}
