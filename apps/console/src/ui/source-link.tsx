import { Anchor } from '@mantine/core'
import { Address } from './address'

/** Link to where sources are. */
export const SourceLink = ({ url }: { url: string }) => (
  <Anchor href={url} rel="noreferrer" inherit>
    <Address text={url.replace(/^https?:\/\//, '')} />
  </Anchor>
)
