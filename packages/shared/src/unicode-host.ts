/** Digits of a number that ends a run, by RFC 3492. */
const base = 36
const least = 1
const most = 26

function adapted(delta: number, points: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / 700) : delta >> 1
  left += Math.floor(left / points)
  let k = 0
  for (; left > ((base - least) * most) >> 1; k += base) left = Math.floor(left / (base - least))
  return k + Math.floor((base * left) / (left + 38))
}

/** The characters of a label behind its `xn--`. */
function decoded(label: string): string {
  const end = label.lastIndexOf('-')
  const points = [...label.slice(0, Math.max(end, 0))].map((letter) => letter.codePointAt(0) ?? 0)
  let [point, index, bias, at] = [128, 0, 72, end + 1]
  while (at < label.length) {
    const before = index
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(label.charAt(at++), base)
      const value = digit < 10 ? digit + 26 : digit - 10
      index += value * weight
      const threshold = Math.min(Math.max(k - bias, least), most)
      if (Number.isNaN(digit) || value < threshold) break
      weight *= base - threshold
    }
    bias = adapted(index - before, points.length + 1, before === 0)
    point += Math.floor(index / (points.length + 1))
    index %= points.length + 1
    points.splice(index++, 0, point)
  }
  return String.fromCodePoint(...points)
}

/** A host as people write it: browsers and Node.js know `münchen.example` as `xn--mnchen-3ya.example`. */
export function unicodeHost(host: string): string {
  const parts = host.split('.').map((label) => (label.startsWith('xn--') ? decoded(label.slice(4)) : label))
  return parts.join('.')
}

/** The form that names are looked up by, of a host with or without its port. */
export function asciiHost(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).host : host
}
