import { Text, type TextProps, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Banner } from './feedback/banner'
import { userText } from './user-text'

/** A sentence that stands back: what a thing is, or why there is nothing. */
export const Note = ({ children, ...props }: TextProps & { children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props}>
    {userText(children)}
  </Text>
)

/** A line below another one, about the same thing. */
export const Small = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {userText(children)}
  </Text>
)

/** A word that stands back in a line or a cell, such as `Off`. */
export const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {userText(children)}
  </Text>
)

/** Text that people compare character by character, such as a version or an id. */
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

/** Errors of a sent form, above its inputs; nothing if there are none. */
export const Problems = ({ texts }: { texts: readonly string[] }) =>
  texts.length > 0 && (
    <Banner color="red" icon={IconAlertTriangle}>
      {texts.join('. ')}
    </Banner>
  )
