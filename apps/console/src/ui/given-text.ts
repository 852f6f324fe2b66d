/** Characters that are not seen but turn the text after them, so that it reads as another one. */
// oxlint-disable-next-line no-misleading-character-class
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const codeOf = (character: string): string =>
  `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}]`

/** The text with the characters that turn it named in their place. */
export const withoutDirections = (text: string): string => text.replace(directions, codeOf)
