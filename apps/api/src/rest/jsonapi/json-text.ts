import { randomUUID } from 'node:crypto'

/** Stands in the place of a text within a document until that is written; it never leaves this process. */
const mark = randomUUID()
const marked = JSON.stringify(mark)

/** The texts of the document that is being written, which is never interrupted. */
let texts: string[] = []

/** A value that is JSON already, and is written as it is: its numbers may have more digits than a program holds. */
export class JsonText {
  constructor(private readonly text: string) {}

  toJSON(): string {
    texts.push(this.text)
    return mark
  }
}

/** Takes a JSON text for the value that it is of: one that is too large to be made on the main thread. */
export const inJson = <Value>(text: string): Value => new JsonText(text) as unknown as Value

export function toJson(document: unknown): string {
  texts = []
  const [json = '', ...behind] = JSON.stringify(document).split(marked)
  const places = texts.splice(0)
  return json + behind.map((piece, at) => (places[at] ?? '') + piece).join('')
}
