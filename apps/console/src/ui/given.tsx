import { Children, type ReactNode } from 'react'
import { withoutDirections } from './text'

/** A text that a user gave: it has its own direction, and cannot turn what stands beside it. */
export const Given = ({ text }: { text: string }) => <bdi>{withoutDirections(text)}</bdi>

/** The same for what may be a text, or texts among other things. */
export function given(node: ReactNode): ReactNode {
  if (typeof node === 'string') return <Given text={node} />
  if (!Array.isArray(node)) return node
  return Children.map(node as ReactNode[], (each) =>
    typeof each === 'string' ? withoutDirections(each) : each,
  )
}
