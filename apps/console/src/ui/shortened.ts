/** As much of a text as fits so many characters. */
export const shortened = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, Math.max(1, characters - 1))}…`
