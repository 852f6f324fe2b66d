import { Fragment } from 'react'

/** A long address, which breaks after a slash or an `@` rather than within a word. */
export const Address = ({ text }: { text: string }) =>
  text.split(/(?<=[/@])(?!\/)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
