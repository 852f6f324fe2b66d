import { Secret, TOTP } from 'otpauth'
import type { OneTimeCodes } from '../../kernel/secrets.js'

const period = 30

/** Codes as every authenticator app has them: six digits by HMAC-SHA-1, a step of 30 seconds. */
const totp = (issuer: string, label: string, secret: Secret): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period })

/** Codes of an authenticator app (RFC 6238). `issuer` is what the app shows next to the name. */
export function createOneTimeCodes(issuer: string): OneTimeCodes {
  return {
    create: () => new Secret({ size: 20 }).base32,
    uriOf: (secret, label) => totp(issuer, label, Secret.fromBase32(secret)).toString(),
    stepOf(secret, code, now) {
      // The library takes six characters for six bytes.
      if (!/^[0-9]{6}$/.test(code)) return undefined
      const timestamp = now.getTime()
      const key = Secret.fromBase32(secret)
      const delta = TOTP.validate({ token: code, secret: key, digits: 6, period, timestamp, window: 1 })
      return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
    },
  }
}
