import { Children, type ReactNode } from 'react'
import { withoutDirections } from './text'

/** Text from a user: it has its own direction, and cannot turn the text around it. */
export const UserText = ({ text }: { text: string }) => <bdi>{withoutDirections(text)}</bdi>

/** The same for what may be a text, or texts among other things. */
export function userText(node: ReactNode): ReactNode {
  if (typeof node === 'string') return <UserText text={node} />
  if (!Array.isArray(node)) return node
  return Children.map(node as ReactNode[], (each) =>
    typeof each === 'string' ? withoutDirections(each) : each,
  )
}
