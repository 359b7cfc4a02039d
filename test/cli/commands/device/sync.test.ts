import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runStatus } from '../../../../lib/cli/commands/device/status.ts'
import { registerSync, runSync, summaryLines } from '../../../../lib/cli/commands/device/sync.ts'
import { createOutput } from '../../../../lib/cli/terminal/output.ts'
import { english } from '../../../../lib/core/language/text.ts'
import type { SyncResult } from '../../../../lib/device/sync/result.ts'
import { createDevice, type TestDevice } from '../../../helpers/device/device.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

/** Runs the command on a device, and returns its output and its exit status. */
async function command(
  work: (deps: Parameters<typeof runSync>[1]) => Promise<void>,
  { json = false }: { json?: boolean } = {},
) {
  const shown = { out: '', err: '', status: 0 }
  const sink = (name: 'out' | 'err') => ({
    write(text: string) {
      shown[name] += text
    },
  })
  const output = createOutput({ out: sink('out'), err: sink('err'), json })
  await work({
    output,
    signal: new AbortController().signal,
    exit: status => {
      shown.status = status
    },
  })
  return shown
}

/** Creates a device whose release has not expired by the real clock. */
async function device(): Promise<TestDevice> {
  const made = await createDevice({})
  made.publish(1, { 'a.md': 'A', 'b.md': 'B' }, { expires: Date.now() + 86_400_000 })
  return made
}

test('sync says in words what it has done, and status what is there', async () => {
  const { dir } = await device()
  expect(await command(given => runStatus(dir, given))).toEqual({
    out: 'memory=none / index reference=no\n',
    err: '',
    status: 1,
  })
  expect(await command(given => runSync(dir, given))).toEqual({
    out: 'installed 2 of 2, indexed 2, release 1\nadded a.md\nadded b.md\n',
    err: '',
    status: 0,
  })
  expect((await command(given => runSync(dir, given))).out).toBe(
    'installed 2 of 2, indexed 2, release 1\nnothing had changed\n',
  )
  expect(await command(given => runStatus(dir, given))).toEqual({
    out: 'memory=2 / index reference=yes\n',
    err: '',
    status: 0,
  })
})

test('with --json the result is all that is printed', async () => {
  const made = await device()
  await made.write('a.md', 'mine')
  const { out, err } = await command(given => runSync(made.dir, given), { json: true })
  expect(JSON.parse(out)).toMatchObject({ expected: 2, installed: 2, replaced: [{ path: 'a.md' }] })
  expect(err).toBe('')
  const found = await command(given => runStatus(made.dir, given), { json: true })
  expect(JSON.parse(found.out)).toMatchObject({ line: 'memory=2 / index reference=yes', whole: true })
})

test.skipIf(process.platform === 'win32')('warnings go to standard error', async () => {
  const made = await device()
  await chmod(join(made.dir, 'credentials.json'), 0o644)
  const { err, status } = await command(given => runSync(made.dir, given))
  expect(err).toBe('warning: credentials.json can be read by other users: chmod 600 it\n')
  expect(status).toBe(0)
})

const RESULT: SyncResult = {
  release: 3,
  expected: 4,
  installed: 4,
  indexed: 4,
  changed: 0,
  removed: 0,
  unchanged: 4,
  bytes: 0,
  requests: 1,
  line: 'memory=4 / index reference=yes',
  changes: { added: [], updated: [], repaired: [], removed: [], kept: [] },
  indexWritten: false,
  replaced: [],
  recovered: 'none',
  program: { outcome: 'none' },
  waiting: [],
  warnings: [],
}

const SUMMARIES = [
  { name: 'nothing', result: {}, want: ['nothing had changed'] },
  { name: 'the index alone', result: { indexWritten: true }, want: ['updated the index'] },
  {
    name: 'every kind of change',
    result: {
      changed: 3,
      removed: 1,
      changes: { added: ['a'], updated: ['b'], repaired: ['c'], removed: ['d'], kept: ['e'] },
      replaced: [{ path: 'c', copy: '.kura/replaced/c' }],
    },
    want: [
      'added a',
      'updated b',
      'repaired c',
      'removed d',
      'replaced c, which was changed here: its content was kept as .kura/replaced/c',
      'kept e, which is no longer in the release but was changed here',
    ],
  },
  {
    name: 'an installation that was finished',
    result: { recovered: 'completed' as const },
    want: ['completed an interrupted installation'],
  },
  {
    name: 'a long list',
    result: {
      changed: 25,
      changes: { ...RESULT.changes, added: Array.from({ length: 25 }, (_, index) => `${index}`) },
    },
    want: [...Array.from({ length: 20 }, (_, index) => `added ${index}`), 'added 5 more'],
  },
  {
    name: 'the program itself',
    result: { program: { outcome: 'replaced' as const, previous: '/opt/kura-device.previous.mjs' } },
    want: ['replaced this program; the previous one is /opt/kura-device.previous.mjs'],
  },
]
test.each(SUMMARIES)('summaryLines() tells of $name', ({ result, want }) => {
  const [counts, ...lines] = summaryLines({ ...RESULT, ...result }).map(english)
  expect(counts).toBe('installed 4 of 4, indexed 4, release 3')
  expect(lines).toEqual(want)
})

test('kura sync refuses a folder of another machine too', async () => {
  const { dir } = await device()
  vi.stubEnv('HOME', await temporaryDirectory())
  onTestFinished(() => void vi.unstubAllEnvs())
  const sync = () => runCommand(registerSync, ['sync', '--dir', dir])
  expect(await sync()).toMatchObject({ status: 0 })
  vi.stubEnv('HOME', await temporaryDirectory())
  await expect(sync()).rejects.toMatchObject({ code: 'conflict' })
})
