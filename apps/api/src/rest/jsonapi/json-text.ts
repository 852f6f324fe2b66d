import { randomUUID } from 'node:crypto'

/** Stands before a text within a document until that is written; it never leaves this process. */
const mark = randomUUID()
const marked = `"${mark}`

/** A value that is JSON already, and is written as it is: its numbers may have more digits than a program holds. */
export class JsonText {
  constructor(private readonly text: string) {}

  toJSON(): string {
    return mark + this.text
  }
}

export function toJson(document: unknown): string {
  const json = JSON.stringify(document)
  const pieces: string[] = []
  let done = 0
  for (let at = json.indexOf(marked); at >= 0; at = json.indexOf(marked, done)) {
    const from = at + marked.length
    const end = endOfText(json, from)
    pieces.push(json.slice(done, at), JSON.parse(`"${json.slice(from, end)}"`) as string)
    done = end + 1
  }
  return done === 0 ? json : pieces.join('') + json.slice(done)
}

/** Finds the quote that ends a text of any length; a pattern would fail at one of a few megabytes. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); ; end = json.indexOf('"', end + 1)) {
    let before = end
    while (json[before - 1] === '\\') before--
    if ((end - before) % 2 === 0) return end
  }
}
