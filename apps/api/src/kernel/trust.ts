/** Messages of OpenSSL about a certificate that no known authority has signed; a client of mail passes on no code. */
export const untrusted =
  /self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate/

/** Reason of an error of a connection; of a certificate of an unknown authority with what to do. */
export const connectionFault = ({ message }: Error): string =>
  untrusted.test(message)
    ? `${message}. If your own CA signed the certificate, name the CA's file in NODE_EXTRA_CA_CERTS`
    : message
