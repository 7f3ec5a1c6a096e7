/** The site cannot listen; the message names the variable to change. */
export class ListenError extends Error {
  override name = "ListenError";
}
