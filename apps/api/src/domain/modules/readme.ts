const longest = 300

/** The first paragraph of prose of a README as plain text, on one line, cut after some three hundred characters. */
export function firstParagraph(readme: string): string {
  const text = readme
    .slice(0, 100_000)
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, '')
  for (const block of text.split(/\n[ \t]*\n/)) {
    const prose = proseIn(block)
    if (prose !== '') return prose.length > longest ? `${prose.slice(0, longest - 1).trimEnd()}…` : prose
  }
  return ''
}

/** Headings, badges, rules, lists, tables and quotations tell nothing about the whole. */
function proseIn(block: string): string {
  const lines = block
    .replace(/^[^\n]+\n *(=+|-+) *$/m, '')
    .split('\n')
    .filter((line) => !/^\s*(#|>|\||[-*+] |\d+\. |([-*_] *){3,}$|\[[^\]]+\]: )/.test(line))
  return lines
    .join(' ')
    .replace(/\[?!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])(\](\([^)]*\)|\[[^\]]*\]))?/g, '')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
}
