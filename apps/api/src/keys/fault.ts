/** Why keys cannot be rotated now. The message says what to do. */
export class KeysFault extends Error {
  override readonly name = 'KeysFault'
}
