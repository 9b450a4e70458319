// What is said in place of whose turn it is.

export class Notice {
  /** What is said until the next move, such as why a link was refused. */
  text = null;
  /** Why the engine has ended. */
  #fault = null;

  get said() {
    return this.#fault || this.text;
  }

  /** The engine has ended. */
  fail(reason) {
    // The first reason is the cause of the others.
    this.#fault ??= `The engine has ended: ${reason}. Reload the page to go on.`;
  }
}
