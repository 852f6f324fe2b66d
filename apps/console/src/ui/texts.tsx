import { Alert, Text, type TextProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { given } from './given'

/** A sentence that stands back: what a thing is, or why there is nothing. */
export const Note = ({ children, ...props }: TextProps & { children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props}>
    {given(children)}
  </Text>
)

/** A line below another one, about the same thing. */
export const Small = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {given(children)}
  </Text>
)

/** A word that stands back in a line or a cell, such as `Off`. */
export const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {given(children)}
  </Text>
)

/** What is compared letter by letter, such as a version or an id. */
export const Exact = (props: TextProps & { children: ReactNode }) => (
  <Text span inherit ff="monospace" {...props} />
)

/** Stands where a value is absent. */
export const Nothing = () => (
  <Text span inherit c="dimmed" data-nothing>
    <span aria-hidden>–</span>
    <VisuallyHidden>none</VisuallyHidden>
  </Text>
)

/** What stands against what was sent, above the inputs; nothing where nothing does. */
export const Problems = ({ texts, mt = 0 }: { texts: readonly string[]; mt?: 0 | 'sm' }) =>
  texts.length > 0 && (
    <Alert color="red" role="alert" mt={mt}>
      {texts.join('. ')}
    </Alert>
  )
