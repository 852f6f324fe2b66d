import { randomUUID } from 'node:crypto'

/** Stands before a text within a document until that is written; it never leaves this process. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)"`, 'g')

/** A value that is JSON already, and is written as it is: its numbers may have more digits than a program holds. */
export class JsonText {
  constructor(private readonly text: string) {}

  toJSON(): string {
    return mark + this.text
  }
}

export function toJson(document: unknown): string {
  const json = JSON.stringify(document)
  return json.includes(mark) ? json.replace(marked, (_, text: string) => JSON.parse(`"${text}"`)) : json
}
