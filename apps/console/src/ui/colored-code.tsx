'use client'

import { lazy, Suspense } from 'react'
import { Address } from './address'

const CodePieces = lazy(async () => ({ default: (await import('./code-pieces')).CodePieces }))

export type CodeLanguage = 'hcl' | 'bash' | 'json'

type Props = { text: string; language?: CodeLanguage | undefined }

/** Code in its colours, which come with code of their own: until then the same text without them. */
export function ColoredCode({ text, language }: Props) {
  // Several lines keep their form, and are scrolled.
  const plain = text.includes('\n') ? text : <Address text={text} />
  if (language === undefined) return plain
  return (
    <Suspense fallback={plain}>
      <CodePieces text={text} language={language} />
    </Suspense>
  )
}
