import { expect, test } from 'vitest'
import { otherWriter } from '../../../lib/device/folder/windows-writers.ts'

const OWN = '(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;S-1-5-21-1-2-3-1001)'

test.each([
  { name: "a folder in the user's own", rights: OWN },
  { name: 'one that users can read', rights: `${OWN}(A;OICIID;0x1200a9;;;BU)(A;;GRGX;;;WD)` },
  { name: 'one with rights of whoever creates a file', rights: `${OWN}(A;OICIIOID;GA;;;CO)` },
  { name: 'one that forbids everyone to write', rights: `(D;OICI;FW;;;WD)${OWN}` },
  { name: 'one below C:\\', rights: `${OWN}(A;OICIID;0x1301bf;;;AU)`, want: 'AU' },
  { name: 'one of everyone', rights: '(A;OICI;FA;;;WD)', want: 'WD' },
  { name: 'one that users can add files to', rights: `${OWN}(A;CIID;DC;;;BU)`, want: 'BU' },
  { name: 'one that users can add folders to', rights: `${OWN}(A;CIID;LC;;;BU)`, want: 'BU' },
  { name: 'one whose files others can change', rights: `${OWN}(A;OICIIO;SDGXGWGR;;;AU)`, want: 'AU' },
  { name: 'one of a group by its SID', rights: '(A;;FA;;;S-1-5-32-545)', want: 'S-1-5-32-545' },
  {
    name: 'one of all users of the domain',
    rights: '(A;;0x1301bf;;;S-1-5-21-9-8-7-513)',
    want: 'S-1-5-21-9-8-7-513',
  },
  { name: 'one whose rights others may change', rights: '(A;;WD;;;BU)', want: 'BU' },
])('$name', ({ rights, want }) => {
  expect(otherWriter(`kura\r\nD:PAI${rights}\r\n`)).toBe(want)
})

test('on a disk without rights everyone can write', () => {
  expect(otherWriter('kura\r\nD:NO_ACCESS_CONTROL\r\n')).toBe('WD')
})

test('nothing is known of nothing', () => {
  expect(otherWriter('')).toBeUndefined()
})
