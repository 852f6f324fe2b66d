import { z } from 'zod'
import { inAnswers } from '../../kernel/declaration.js'
import { kebab, type Kebab } from './names.js'

/** What becomes of a value: a date is an ISO text. */
type Answered<Value> = Value extends Date ? string : Value

type Shape<Values> = {
  [Name in keyof Values & string as Kebab<Name>]: z.ZodType<Answered<Values[Name]>, Answered<Values[Name]>>
}

type Document<Values> = { [Name in keyof Values & string as Kebab<Name>]: Answered<Values[Name]> }

/** The declared attributes of a thing, under the names of documents. */
export interface Attributes<Values> {
  /** For the schema of the document. */
  readonly shape: Shape<Values>
  present(values: Readonly<Values>): Document<Values>
}

/** Those of the declaration, in its order. */
export function attributesOf<Declared extends z.ZodObject>({
  shape,
}: Declared): Attributes<z.output<Declared>> {
  const names = Object.keys(shape).map((name) => [name, kebab(name)] as const)
  return {
    shape: Object.fromEntries(
      names.map(([name, written]) => [written, documented(shape[name] as z.ZodType)]),
    ) as Shape<z.output<Declared>>,
    present: (values) =>
      Object.fromEntries(
        names.map(([name, written]) => [written, answered(values[name as keyof typeof values])]),
      ) as Document<z.output<Declared>>,
  }
}

const answered = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

function documented(schema: z.ZodType): z.ZodType {
  const meta = inAnswers.get(schema) ?? schema.meta()
  return meta ? bare(schema).meta(meta) : bare(schema)
}

/** Without what is asked of inputs alone. */
function bare(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return bare(schema.unwrap()).nullable()
  if (schema instanceof z.ZodArray) return z.array(bare(schema.element))
  if (schema instanceof z.ZodPipe) return bare(schema.in)
  if (schema instanceof z.ZodString || schema instanceof z.ZodDate) return z.string()
  if (schema instanceof z.ZodNumber) return z.number().int()
  return schema as z.ZodType
}
