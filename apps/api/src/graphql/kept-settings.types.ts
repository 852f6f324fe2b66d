import { Field, ObjectType } from 'type-graphql'
import type { KeptValues } from '../domain/kept-settings.js'
import { JsonScalar } from './json.js'

@ObjectType('KeptSetting', {
  description: 'What clients of REST set and compare: it is kept and given back, and has no effect here.',
})
export class KeptSettingType {
  @Field(() => String)
  name!: string

  @Field(() => JsonScalar, { nullable: true, description: 'As it was sent; else what it is by default.' })
  value!: unknown
}

/** Lists settings by name. */
export const toKeptSettings = (values: KeptValues): KeptSettingType[] =>
  Object.entries(values)
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
