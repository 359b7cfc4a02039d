/**
 * The drills of docs/operations.md, each walked from the page's own text to its good end against the local host. The
 * drill of a lost publisher's key is in `lost-keys.test.ts`.
 */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedStore } from '../../lib/core/store/embedded.ts'
import { readMarkdown } from '../docs/markdown.ts'
import { PROJECT } from '../docs/pages.ts'
import { type Ended, type LocalProject, startLocalProject } from '../docs/run/local-project.ts'
import { drawn } from '../helpers/run/sampled.ts'

/** Milliseconds for a drill on a machine that is busy with other tests. */
const PATIENCE = 240_000
const LAPTOP = '.kura/devices/laptop'

/** The scripts in a section of the page. */
async function scriptsOf(heading: string): Promise<string[]> {
  const [, rest] = (await readFile(join(PROJECT, 'docs/operations.md'), 'utf8')).split(`\n## ${heading}\n`)
  if (rest === undefined) throw new Error(`docs/operations.md has no drill "${heading}"`)
  const [section = ''] = rest.split(/\n## /)
  return readMarkdown(section).blocks.map(({ text }) => text)
}

let project: LocalProject
beforeAll(async () => {
  project = await startLocalProject()
}, PATIENCE)
afterAll(() => project?.stop())

const kura = (words: string) => project.shell(`npx --no kura ${words}`)
/** A new process reads the list of revoked keys, which a running one reads once a minute. */
const restart = () => project.stopped(async () => undefined)

async function done(ended: Promise<Ended>): Promise<string> {
  const { status, output } = await ended
  expect(status, output).toBe(0)
  return output
}

async function refused(words: string, why: string): Promise<void> {
  const { status, output } = await kura(words)
  expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining(why) })
}

/** Sets KURA_PAUSED=on and starts the host; `restart` unsets it. */
const pause = () => project.stopped(async () => undefined, { KURA_PAUSED: 'on' })

/** Writes a setting of the local host, which has to be stopped. */
async function set(name: string, value: string): Promise<void> {
  const file = join(project.folder, '.kura/env')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`))
}

const DRILLS = [
  'a laptop is stolen',
  'KURA_SECRETS has leaked',
  "the store's token has leaked",
  'the store was restored',
  'a wrong deal was approved',
] as const
const walked = drawn(DRILLS, 1)

/** Defines the test of a drill, if this run includes it. */
function drill(name: (typeof DRILLS)[number], walk: () => Promise<void>): void {
  if (walked.includes(name)) test(name, walk)
}

test('the page has a drill for each of its rows, and each is walked', async () => {
  const page = await readFile(join(PROJECT, 'docs/operations.md'), 'utf8')
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  const here = DRILLS.map(name => name.toLowerCase())
  expect(headings.filter(heading => !here.includes(heading))).toEqual(["a publisher's key is lost"])
  expect(page.match(/^\| \[/gm)).toHaveLength(headings.length)
})

describe('the drill ends well', { timeout: PATIENCE }, () => {
  drill('a laptop is stolen', async () => {
    const [walk = ''] = await scriptsOf('A laptop is stolen')
    await done(kura('key issue mei --scope admin --out mei.json'))
    await done(kura('enrol mei-laptop'))
    await done(kura('sync --dir .kura/devices/mei-laptop'))
    await done(kura('devices --key mei.json'))
    await pause()
    const said = await done(project.shell(walk))
    expect(said).toContain('Enrolled a device, name=mei-laptop')
    await restart()
    await refused('devices --key mei.json', 'revoked')
    await refused('sync --dir .kura/devices/mei-laptop', 'revoked')
    await done(kura('accounting list companies --key ~/kura-mei-new.json'))
  })

  drill('KURA_SECRETS has leaked', async () => {
    const [make = '', issue = '', webhook = ''] = await scriptsOf('KURA_SECRETS has leaked')
    await done(kura('enrol laptop'))
    await done(kura(`sync --dir ${LAPTOP}`))
    await cp(join(project.folder, LAPTOP), join(project.folder, 'thief'), { recursive: true })
    await done(kura('key issue thief --scope admin --out thief.json'))
    await done(kura('devices --key thief.json'))
    await pause()
    const secret = (await done(project.shell(make))).trim()
    expect(secret).toMatch(/^2:[\w-]{43}$/)
    await project.stopped(() => set('KURA_SECRETS', secret))
    await refused('devices --key thief.json', 'Cannot')
    await refused('sync --dir thief', 'Cannot')
    await done(project.shell(issue))
    expect(await done(project.shell(webhook))).toContain('notices:webhook:2')
    await done(kura(`sync --dir ${LAPTOP}`))
    await done(kura('devices --key ~/kura-mei.json'))
  })

  drill("the store's token has leaked", async () => {
    const [walk = '', vouch = ''] = await scriptsOf("The store's token has leaked")
    const issued = await done(kura('key issue thief-2 --scope admin --out thief-2.json'))
    const [keyid = ''] = /thief-2:admin:\d+/.exec(issued) ?? []
    await done(kura('devices --key thief-2.json'))
    await done(kura(`key revoke ${keyid}`))
    await project.stopped(forgetRevocations, { KURA_PAUSED: 'on' })
    await done(kura('devices --key thief-2.json'))
    expect(await done(project.shell(walk))).toContain(`revoked ${keyid}`)
    await restart()
    await done(project.shell(vouch))
    await refused('devices --key thief-2.json', 'revoked')
  })

  drill('the store was restored', async () => {
    const [look = '', confirm = '', vouch = ''] = await scriptsOf('The store was restored')
    const file = join(project.folder, '.kura/store.db')
    await project.stopped(() => cp(file, `${file}.backup`))
    const issued = await done(kura('key issue thief-3 --scope admin --out thief-3.json'))
    const [keyid = ''] = /thief-3:admin:\d+/.exec(issued) ?? []
    await done(kura(`key revoke ${keyid}`))
    await done(kura('key list'))
    await project.stopped(async () => {
      await project.shell('rm -f .kura/store.db-wal .kura/store.db-shm')
      await cp(`${file}.backup`, file)
    })
    await refused('enrol pc-1', 'the store is older than what was seen of it')
    expect(await done(project.shell(look))).toContain('acts are stopped since')
    await done(kura('accounting authorize --json'))
    expect(await done(project.shell(confirm))).toContain(`revoked ${keyid}`)
    await restart()
    await done(project.shell(vouch))
    await done(kura('enrol pc-1'))
    await refused('devices --key thief-3.json', 'revoked')
  })

  drill('a wrong deal was approved', async () => {
    const [remove = '', free = ''] = await scriptsOf('A wrong deal was approved')
    const deal = ['--date', '2026-04-28', '--account-item', '消耗品費', '--tax-code', '136', '--amount']
    await done(project.answered(['accounting', 'first-deal', ...deal, '1100'], ['yes', 'yes', 'Mei', 'yes']))
    const write = `accounting deal --write --case "receipt 9" ${deal.join(' ')}`
    const [id = ''] = /\d{10}/.exec(await done(kura(`${write} 9900`))) ?? []
    const shown = await done(project.shell(`DEAL=${id}\n${remove}`))
    expect(shown).toMatch(new RegExp(`${id} .*\\s[^]*its case "receipt 9" is gone`))
    await refused(`accounting show ${id}`, 'Cannot')
    const [, , , ...words] = free.trim().replace('"$CASE"', 'CASE').split(' ')
    const named = words.map(word => word.replace('CASE', 'receipt 9'))
    await done(project.answered(named, ['yes', 'Mei', 'a wrong amount']))
    await done(kura(`${write} 990`))
    expect(await done(kura('log'))).toContain('receipt 9')
  })
})

/** Removes the revocations from the store, as a thief with its token could. */
async function forgetRevocations(): Promise<void> {
  const store = openEmbeddedStore(join(project.folder, '.kura/store.db'))
  for (const key of (await store.keys('')).keys.filter(key => key.includes('revo'))) {
    const { record } = await store.read(key)
    expect(record?.value).toContain('thief-2')
    await store.remove(key, record?.version ?? '')
  }
  await store.close()
}
