const longest = 300
const mostRead = 20_000

/** The first paragraph of prose of a README as plain text, on one line, cut after some three hundred characters. */
export function firstParagraph(readme: string): string {
  const text = readme.slice(0, mostRead).replace(/<!--[\s\S]*?(-->|$)/g, '')
  for (const block of blocksIn(text)) {
    const prose = plain(block.slice(0, 10 * longest))
    if (prose !== '') return prose.length > longest ? `${prose.slice(0, longest - 1).trimEnd()}…` : prose
  }
  return ''
}

/** Runs of lines that may be prose: without code, headings, front matter, lists, tables and quotations. */
function* blocksIn(text: string): Generator<string> {
  let block: string[] = []
  let fence: string | undefined
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const mark = index === 0 && line === '---' ? '---' : /^\s*(```|~~~)/.exec(line)?.[1]
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (line.trim().startsWith(fence)) fence = undefined
    } else if (/^\s*$/.test(line)) {
      yield block.join(' ')
      block = []
    } else if (/^ *(=+|-+) *$/.test(line)) block = []
    else if (!isMarkup(line)) block.push(line)
  }
  yield block.join(' ')
}

function isMarkup(line: string): boolean {
  return /^\s*(#|>|\||[-*+] |\d+\. |([-*_] *){3,}$|\[[^\]]+\]: )/.test(line)
}

function plain(block: string): string {
  return block
    .replace(/\[?!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])(\](\([^)]*\)|\[[^\]]*\]))?/g, '')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
}
