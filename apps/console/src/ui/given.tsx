import type { ReactNode } from 'react'
import { withoutDirections } from './given-text'

/** A text that a user gave: it has its own direction, and cannot turn what stands beside it. */
export const Given = ({ text }: { text: string }) => <bdi>{withoutDirections(text)}</bdi>

/** The same for what may be a text. */
export const given = (node: ReactNode): ReactNode => (typeof node === 'string' ? <Given text={node} /> : node)
