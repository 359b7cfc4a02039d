import { expect, test } from 'vitest'
import { isTrustedGroup, otherWriter, type Place } from '../../../lib/device/folder/posix-writers.ts'

const ME = 1000
const SELF = { uid: ME, isTrusted: (gid: number) => gid === 0 || gid === ME }
const at = (path: string, mode: number, uid = ME, gid = ME): Place => ({ path, mode, uid, gid })
const ABOVE = [at('/home/me', 0o755), at('/home', 0o755, 0, 0), at('/', 0o755, 0, 0)]

const CASES = [
  { name: 'a folder in the home folder', own: [at('/home/me/kura', 0o755)], above: ABOVE },
  { name: "a folder of the user's own group", own: [at('/home/me/kura', 0o775)], above: ABOVE },
  {
    name: 'a folder below a sticky one',
    own: [at('/tmp/kura', 0o700)],
    above: [at('/tmp', 0o1777, 0, 0), at('/', 0o777, 0, 0)],
  },
  {
    name: 'a folder that everyone can write into',
    own: [at('/home/me/kura', 0o777)],
    above: ABOVE,
    want: { path: '/home/me/kura', who: 'everyone', id: 0 },
  },
  {
    name: 'a sticky folder that everyone can write into',
    own: [at('/tmp', 0o1777, 0, 0)],
    above: [at('/', 0o755, 0, 0)],
    want: { path: '/tmp', who: 'everyone', id: 0 },
  },
  {
    name: 'a folder that a group can write into',
    own: [at('/srv/kura', 0o775, ME, 50)],
    above: [],
    want: { path: '/srv/kura', who: 'group', id: 50 },
  },
  {
    name: 'a program that everyone can write',
    own: [at('/home/me/kura', 0o755), at('/home/me/kura/kura-device.mjs', 0o666)],
    above: ABOVE,
    want: { path: '/home/me/kura/kura-device.mjs', who: 'everyone', id: 0 },
  },
  {
    name: "another user's folder",
    own: [at('/home/you/kura', 0o755, 1001)],
    above: [],
    want: { path: '/home/you/kura', who: 'owner', id: 1001 },
  },
  {
    name: 'a folder in one that everyone can write into',
    own: [at('/data/kura', 0o755)],
    above: [at('/data', 0o777, 0, 0), at('/', 0o755, 0, 0)],
    want: { path: '/data', who: 'everyone', id: 0 },
  },
  {
    name: "a folder below another user's sticky one, who can exchange it",
    own: [at('/home/you/shared/kura', 0o755)],
    above: [at('/home/you/shared', 0o1777, 1001)],
    want: { path: '/home/you/shared', who: 'owner', id: 1001 },
  },
]

test.each(CASES)('$name', ({ own, above, want }) => {
  expect(otherWriter({ own, above }, SELF)).toEqual(want)
})

const GROUPS = 'root:x:0:\nmei:x:1000:\nteam:x:50:mei,ken\nken:x:1001:mei\n'

test.each([
  { gid: 1000, name: 'mei', want: true },
  { gid: 0, name: 'mei', want: true },
  { gid: 50, name: 'mei', want: false },
  { gid: 1001, name: 'ken', want: false },
  { gid: 7, name: '', want: false },
  { gid: 80, name: 'mei', want: false },
  { gid: 80, name: 'mei', platform: 'darwin' as const, want: true },
])(
  'the group $gid is trusted by $name: $want',
  ({ gid, name, platform = 'linux' as NodeJS.Platform, want }) => {
    expect(isTrustedGroup(gid, { groups: GROUPS, name, platform })).toBe(want)
  },
)
