import { z } from 'zod'
import { inAnswers } from '../../kernel/declaration.js'
import type { Parsed, Shape } from '../../kernel/input.js'
import { kebab, type Kebab } from './names.js'

/** A date is an ISO text. */
type Answered<Value> = Value extends Date ? string : Value

type Answer<Values> = { [Name in keyof Values & string as Kebab<Name>]: Answered<Values[Name]> }

/** The attributes of a document, under the names of documents. */
export interface Attributes<Values> {
  readonly shape: { [Name in keyof Answer<Values>]: z.ZodType<Answer<Values>[Name], Answer<Values>[Name]> }
  present(values: Readonly<Values>): Answer<Values>
}

/** Attributes of a document: the domain's declarations, then those of the face, in this order. */
export function attributesOf<S extends Shape>(declared: S): Attributes<Parsed<S>> {
  const names = Object.keys(declared).map((name) => [name, kebab(name)] as const)
  const shape = names.map(([name, written]) => [written, documented(declared[name] as z.ZodType)])
  return {
    shape: Object.fromEntries(shape) as Attributes<Parsed<S>>['shape'],
    present: (values) =>
      Object.fromEntries(
        names.map(([name, written]) => [written, answered(values[name as keyof typeof values])]),
      ) as Answer<Parsed<S>>,
  }
}

const answered = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

function documented(schema: z.ZodType): z.ZodType {
  const meta = inAnswers.get(schema) ?? schema.meta()
  return meta ? bare(schema).meta(meta) : bare(schema)
}

/** Removes the rules that only inputs have. */
function bare(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodNullable) return bare(schema.unwrap()).nullable()
  if (schema instanceof z.ZodArray) return z.array(bare(schema.element))
  if (schema instanceof z.ZodPipe) return bare(schema.in)
  if (schema instanceof z.ZodString || schema instanceof z.ZodDate) return z.string()
  if (schema instanceof z.ZodNumber) return z.number().int()
  return schema as z.ZodType
}
