export type CodeLanguage = 'hcl' | 'bash' | 'json'

/** Kinds of code that are coloured. */
const kinds = ['comment', 'string', 'number', 'keyword', 'property', 'function'] as const

export type CodePiece = { kind: (typeof kinds)[number] | undefined; text: string }

// One that is not closed ends with its line: to look for its end again and again would take long.
const string = String.raw`"(?:[^"\\\n]|\\.)*(?:"|$)`
const number = String.raw`\b(?:true|false|null|\d[\d.]*)\b`
const comment = String.raw`(?:#|\/\/).*`

/** Patterns of what stands in snippets. Each token ends on its line, so that a line costs no more than its length. */
const patterns: Readonly<Record<CodeLanguage, RegExp>> = {
  hcl: new RegExp(
    `(?<comment>${comment})|(?<keyword>^[ \\t]*[a-z_]+(?=(?: "[^"\\n]*")* \\{))|(?<property>^[ \\t]*[\\w.-]+(?= *=(?!=)))|(?<string>${string})|(?<number>${number})|(?<function>\\b[a-z_]\\w*(?=\\())`,
    'gm',
  ),
  bash: new RegExp(
    `(?<comment>^#.*| #.*)|(?<property>^(?:export )?[A-Z_]+(?==))|(?<string>${string})|(?<function>^[\\w./-]+)`,
    'gm',
  ),
  json: new RegExp(`(?<property>${string}(?=\\s*:))|(?<string>${string})|(?<number>-?${number})`, 'gm'),
}

/** Returns the text in pieces, which joined are the text. */
export function highlighted(text: string, language: CodeLanguage): CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const match of text.matchAll(patterns[language])) {
    const kind = kinds.find((each) => match.groups?.[each] !== undefined)
    if (match.index > end) pieces.push({ kind: undefined, text: text.slice(end, match.index) })
    pieces.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  return end < text.length ? [...pieces, { kind: undefined, text: text.slice(end) }] : pieces
}
