import { expect, test } from 'vitest'
import { readContact } from '../../../../lib/cli/commands/registrar/contact-file.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const CONTACT = { firstName: 'Hanako', city: '千代田区' }

test.each([
  { name: 'plain', before: '' },
  { name: 'with the byte order mark of an editor', before: '\uFEFF' },
])('readContact() reads a JSON object, $name', async ({ before }) => {
  const cwd = await temporaryDirectory({ 'contact.json': before + JSON.stringify(CONTACT) })
  expect(await readContact({ contact: 'contact.json' }, { cwd })).toEqual(CONTACT)
})

test('readContact() returns nothing if no file is named', async () => {
  expect(await readContact({}, { cwd: '.' })).toBeUndefined()
})
