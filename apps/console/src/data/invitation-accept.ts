import { graphql } from './generated'

/** Uses a one-time link; sent by the server with a password, and by the browser of a signed-in user. */
export const InvitationAccept = graphql(`
  mutation InvitationAccept($input: InvitationAcceptInput!) {
    invitationAccept(input: $input) {
      user {
        username
      }
    }
  }
`)
