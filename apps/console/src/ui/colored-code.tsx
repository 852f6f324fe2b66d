import { Address } from './address'
import classes from './code-colors.module.css'
import { type CodeLanguage, highlighted } from './highlighted'

type Props = { text: string; language?: CodeLanguage | undefined }

/** Code in colours; several lines keep their form, and are scrolled. */
export function ColoredCode({ text, language }: Props) {
  const shown = (part: string) => (text.includes('\n') ? part : <Address text={part} />)
  if (language === undefined) return shown(text)
  return highlighted(text, language).map(({ kind, text: part }, index) => (
    <span key={index} className={kind && classes[kind]}>
      {shown(part)}
    </span>
  ))
}
