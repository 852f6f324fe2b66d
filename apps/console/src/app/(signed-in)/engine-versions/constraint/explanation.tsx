import { Anchor, Code, Table } from '@mantine/core'
import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'

const operators: readonly (readonly [example: string, meaning: string])[] = [
  ['1.5.3', 'Exactly this version; = 1.5.3 says the same'],
  ['!= 1.5.3', 'Any other version'],
  ['>= 1.5, < 1.7', 'A range; also > and <='],
  ['~> 1.5', 'From 1.5.0 up to, but not including, 2.0.0'],
  ['~> 1.5.3', 'From 1.5.3, before 1.6.0'],
  ['1.6.0-rc1', 'A pre-release, met only by its exact number'],
]

/** How a constraint is written, by examples that can be tried. */
export const Explanation = () => (
  <Section title="How a constraint is read">
    <Table verticalSpacing={6} horizontalSpacing="xs">
      <Table.Tbody>
        {operators.map(([example, meaning]) => (
          <Table.Tr key={example}>
            <Table.Th scope="row" fw={400} w="9rem">
              <Anchor
                component={Link}
                href={paths.engineConstraint({ constraint: example })}
                underline="hover"
              >
                <Code>{example}</Code>
              </Anchor>
            </Table.Th>
            <Table.Td>{meaning}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Note mt="sm">
      This is how the engine’s CLI reads it: there is no “or”, and ^ or 1.x mean nothing to it. Of those that
      meet it, the newest enabled one is chosen; one that is beta only by its exact number.
    </Note>
  </Section>
)
