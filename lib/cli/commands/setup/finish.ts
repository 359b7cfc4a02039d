import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../../core/config/config.ts'
import { membersOf, parseJson } from '../../../core/json/json.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { Scope } from '../../../core/signatures/keys.ts'
import type { KeyFolder } from '../../../publishing/keys/folder.ts'
import { createRoot, readChain } from '../../../publishing/keys/roots.ts'
import { publishRelease } from '../../../publishing/publish.ts'
import type { CliContext } from '../../context.ts'
import { deriveKey, usualKeyFile } from '../../operator/key-file.ts'
import { writePrivateFile } from '../../terminal/private-file.ts'
import { publisherFolders } from '../publish/release-dir.ts'
import { keyFolderOf, shortKeyid } from '../publish/release-keys.ts'
import { PAYLOAD } from './payload.ts'
import type { Progress } from './progress.ts'
import { type Answers, CHOICES, refusal, type SetupSay, usedServices } from './step.ts'
import { SERVICE_SETUP } from './steps.ts'
import { DONE } from './words.ts'

const random = () => randomBytes(32).toString('base64url')

const SECRETS: Readonly<Record<string, () => string>> = {
  KURA_SECRETS: () => `1:${random()}`,
  KURA_SEAL_KEYS: () => `1:${random()}`,
  CRON_SECRET: random,
}

/** Makes the secrets that are not set yet, and returns their names. */
export async function makeSecrets(progress: Progress): Promise<string[]> {
  const answers = progress.answers()
  const names = Object.keys(SECRETS).filter(name => answers[name] === undefined)
  await progress.save(Object.fromEntries(names.map(name => [name, SECRETS[name]?.()])))
  return names
}

function operatorScopes(answers: Answers): Scope[] {
  return [
    'admin',
    ...usedServices(answers).flatMap(service => SERVICE_SETUP[service].scopes(answers)),
    ...(answers[CHOICES.approve] === 'yes' ? (['approve'] as const) : []),
  ]
}

/** @throws AppError `usage` if the file is for another host */
export async function makeOperatorKey(
  answers: Answers,
  context: CliContext,
  { named, say }: { named?: string | undefined; say: SetupSay },
): Promise<{ keyid: string; file: string }> {
  const env = { ...context.env, ...answers }
  const own = { ...context, env, config: readConfig(env) }
  const key = deriveKey(own, { name: 'operator', scopes: operatorScopes(answers) })
  const file = named ?? usualKeyFile(own)
  const other = await hostOf(file)
  if (other !== undefined && other !== new URL(key.url).host)
    throw refusal({ say }, phrase(DONE.otherHost, { file, host: other }), phrase(DONE.otherKey))
  await writePrivateFile(file, `${JSON.stringify(key, null, 2)}\n`, { replace: true })
  return { keyid: key.keyid, file }
}

async function hostOf(file: string): Promise<string | undefined> {
  const { url } = membersOf(existsSync(file) ? parseJson(await readFile(file, 'utf8')) : undefined)
  return URL.canParse(String(url)) ? new URL(String(url)).host : undefined
}

/** Creates the root if there is none, and publishes a release if it is needed. Returns a phrase for each step. */
export async function makeRelease(
  context: CliContext,
  { plain, say }: { plain: boolean; say: SetupSay },
): Promise<Phrase[]> {
  const { releaseDir, keyDir } = publisherFolders(context, {})
  const keys = askingOnce(keyFolderOf(context, keyDir, { plain, say }))
  const now = context.now()
  const done: Phrase[] = []
  if ((await readChain(releaseDir)).length === 0) {
    const { created, spare } = await createRoot({ releaseDir, keys, now, spare: true })
    done.push(phrase(DONE.releaseKey, { file: created.file }))
    if (spare) done.push(phrase(DONE.spare, { keyid: shortKeyid(spare.keyid), file: spare.file }))
    if (plain) done.push(phrase(DONE.plain))
  }
  const { progress } = context.output({})
  const payloadDir = join(context.cwd, PAYLOAD)
  await mkdir(payloadDir, { recursive: true })
  const { manifest, reason } = await publishRelease({
    payloadDir,
    empty: true,
    releaseDir,
    keys,
    now,
    progress,
    signal: context.signal,
  })
  const facts = { version: manifest.version, folder: releaseDir }
  done.push(phrase(reason ? DONE.signed : DONE.found, facts))
  return done
}

function askingOnce(folder: KeyFolder): KeyFolder {
  let known: { readonly passphrase: string | undefined } | undefined
  return {
    ...folder,
    async passphrase(question) {
      known ??= { passphrase: await folder.passphrase(question) }
      return known.passphrase
    },
  }
}
