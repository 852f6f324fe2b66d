import { readFile } from 'node:fs/promises'

/** The text of a document of the repository, by its path there. */
export function documentAt(path: string): Promise<string> {
  return readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
}

/** Finds the code blocks of one language. */
export function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '')
}
