import { graphql } from '~/data/generated'

export const ConnectCli = graphql(`
  query ConnectCli {
    cli {
      publicUrl
      words
    }
    publicProviderSettings {
      mainOrigin
      origins {
        host
      }
    }
  }
`)
