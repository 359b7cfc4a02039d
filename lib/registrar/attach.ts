/**
 * Attaching a registered domain to a project: the apex, the www name, www to apex with 301 (document 2, Endpoints), and
 * then the wait until https answers on both. Each step looks first and can be repeated.
 */
import { AppError } from '../errors.ts'
import { isRefusal } from '../remote/effect.ts'
import type { HttpsAnswer, Surroundings } from './deps.ts'
import { REDIRECT_STATUS } from './remote/client.ts'
import type { ProjectDomain } from './remote/schema.ts'

export interface AttachRequest {
  readonly project: string
  /** The apex. */
  readonly domain: string
}

/** A name of the project and what it answers. */
export interface AttachedName {
  readonly name: string
  readonly attached: boolean
  readonly redirect?: string | undefined
  readonly redirectStatusCode?: number | undefined
  /** Absent where nothing answers over https. */
  readonly https?: HttpsAnswer | undefined
}

export interface Attachment extends AttachRequest {
  /** DNS points at the host and a certificate can be made. */
  readonly configured: boolean
  readonly names: readonly AttachedName[]
  /** Both are attached, www leads to the apex and the apex nowhere, DNS points at the host, and https answers on both. */
  readonly ready: boolean
}

/** What a dry run says: the steps that are left. */
export interface AttachPlan extends AttachRequest {
  readonly mode: 'dry-run'
  readonly steps: readonly string[]
}

/** The steps that are left; nothing is changed. @throws AppError `conflict` where the domain is not registered */
export async function planAttachment(
  request: AttachRequest,
  surroundings: Surroundings,
): Promise<AttachPlan> {
  await checkRegistered(request.domain, surroundings)
  const { apex, www } = await attachedNames(request, surroundings)
  const { project, domain } = request
  const steps = [
    ...(apex ? [] : [`attach ${domain} to ${project}`]),
    ...(apex?.redirect ? [`let ${domain} answer itself: it redirects to ${apex.redirect}`] : []),
    ...(www ? [] : [`attach ${wwwOf(domain)} to ${project}`]),
    ...(leadsToApex(www, domain) ? [] : [`redirect ${wwwOf(domain)} to ${domain} with ${REDIRECT_STATUS}`]),
  ]
  return { mode: 'dry-run', ...request, steps }
}

/** Does what is left, and says how it stands. @throws AppError `conflict` where the domain is not registered */
export async function attach(request: AttachRequest, surroundings: Surroundings): Promise<Attachment> {
  const { project, domain } = request
  const name = wwwOf(domain)
  await checkRegistered(domain, surroundings)
  const { apex, www } = await attachedNames(request, surroundings)
  const main = apex ?? (await ensureAttached({ project, name: domain }, surroundings))
  if (main.redirect) await surroundings.client.redirect({ project, name: domain }, undefined)
  const current = www ?? (await ensureAttached({ project, name }, surroundings))
  if (!leadsToApex(current, domain)) await surroundings.client.redirect({ project, name }, domain)
  surroundings.note('attached', { domain, project })
  return readAttachment(request, surroundings)
}

/** How the attachment stands now; DNS and certificates take tens of seconds. */
export async function readAttachment(
  request: AttachRequest,
  surroundings: Surroundings,
): Promise<Attachment> {
  const { domain } = request
  const { askHttps, client } = surroundings
  const [{ apex, www }, configured] = await Promise.all([
    attachedNames(request, surroundings),
    client.isConfigured(domain),
  ])
  const names = await Promise.all([
    viewName(domain, { found: apex, askHttps }),
    viewName(wwwOf(domain), { found: www, askHttps }),
  ])
  const answering = names.every(({ https }) => https !== undefined)
  const leading = leadsToApex(www, domain) && !apex?.redirect
  return { ...request, configured, names, ready: configured && answering && leading }
}

async function attachedNames({ project, domain }: AttachRequest, { client }: Surroundings) {
  const [apex, www] = await Promise.all([
    client.attached({ project, name: domain }),
    client.attached({ project, name: wwwOf(domain) }),
  ])
  return { apex, www }
}

/** A 409 stands also for an attachment of this project whose answer was lost: looking tells. */
async function ensureAttached(
  name: { project: string; name: string },
  { client }: Surroundings,
): Promise<ProjectDomain> {
  try {
    return await client.attach(name)
  } catch (error) {
    const mine = isRefusal(error, 409) ? await client.attached(name) : undefined
    if (mine) return mine
    throw error
  }
}

async function checkRegistered(domain: string, { client }: Surroundings): Promise<void> {
  if (await client.domain(domain)) return
  throw new AppError('conflict', `Cannot attach "${domain}": the team has no such domain, or not yet`, {
    hint: `see kura registrar order ${domain}`,
  })
}

function leadsToApex(www: ProjectDomain | undefined, domain: string): boolean {
  return www?.redirect === domain && www.redirectStatusCode === REDIRECT_STATUS
}

async function viewName(
  name: string,
  { found, askHttps }: { found: ProjectDomain | undefined; askHttps: Surroundings['askHttps'] },
): Promise<AttachedName> {
  if (!found) return { name, attached: false }
  const { redirect, redirectStatusCode } = found
  return { name, attached: true, redirect, redirectStatusCode, https: await askHttps(name) }
}

function wwwOf(domain: string): string {
  return `www.${domain}`
}
