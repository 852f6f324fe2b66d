import { expect, test } from 'vitest'
import { settingText, settingWords } from './setting-text'

test.each([
  ['autoApply', 'Auto apply'],
  ['manage-policy-overrides', 'Manage policy overrides'],
  ['ownersTeamSamlRoleId', 'Owners team saml role id'],
])('the name %s reads as %s', (name, words) => expect(settingWords(name)).toBe(words))

test.each([
  [true, 'on'],
  [false, 'off'],
  [null, '–'],
  [undefined, '–'],
  ['', '–'],
  ['modules', 'modules'],
  [60, '60'],
  [0, '0'],
  [[], '–'],
  [['modules', 'shared'], 'modules, shared'],
  [{ 'execution-mode': true, 'agent-pool': false }, 'execution mode on, agent pool off'],
])('the value %j reads as %s', (value, text) => expect(settingText(value)).toBe(text))
