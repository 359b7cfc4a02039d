/** Attaches a domain (document 2, Endpoints). Each step first checks whether it is done, so it can be repeated. */
import { AppError } from '../../../core/errors.ts'
import { isRefusal } from '../../../core/remote/effect.ts'
import type { RegistrarReply } from '../contract.ts'
import type { HttpsReply, RequestDeps } from '../deps.ts'
import { REDIRECT_STATUS } from '../remote/client.ts'
import type { ProjectDomain } from '../remote/schema.ts'

export interface AttachRequest {
  readonly project: string
  readonly domain: string
}

type Attachment = RegistrarReply<'attachment'>
type AttachedName = Attachment['names'][number]
type AttachmentPlan = Extract<RegistrarReply<'attach'>, { mode: 'dry-run' }>

/** Plans the remaining steps, and changes nothing. @throws AppError `conflict` if the domain is not registered */
export async function planAttachment(request: AttachRequest, deps: RequestDeps): Promise<AttachmentPlan> {
  await checkRegistered(request.domain, deps)
  const { apex, www } = await attachedNames(request, deps)
  const { project, domain } = request
  const steps = [
    ...(apex ? [] : [`attach ${domain} to ${project}`]),
    ...(apex?.redirect ? [`remove the redirect of ${domain} to ${apex.redirect}`] : []),
    ...(www ? [] : [`attach ${wwwOf(domain)} to ${project}`]),
    ...(redirectsToApex(www, domain)
      ? []
      : [`redirect ${wwwOf(domain)} to ${domain} with ${REDIRECT_STATUS}`]),
  ]
  return { mode: 'dry-run', ...request, steps }
}

/** Carries out the remaining steps. @throws AppError `conflict` if the domain is not registered */
export async function attach(request: AttachRequest, deps: RequestDeps): Promise<Attachment> {
  const { project, domain } = request
  const name = wwwOf(domain)
  await checkRegistered(domain, deps)
  const { apex, www } = await attachedNames(request, deps)
  const main = apex ?? (await ensureAttached({ project, name: domain }, deps))
  if (main.redirect) await deps.client.redirect({ project, name: domain }, undefined)
  const current = www ?? (await ensureAttached({ project, name }, deps))
  if (!redirectsToApex(current, domain)) await deps.client.redirect({ project, name }, domain)
  deps.note('attached', { domain, project })
  return readAttachment(request, deps)
}

/** Reads the state, which may change between two reads: DNS and certificates take tens of seconds. */
export async function readAttachment(request: AttachRequest, deps: RequestDeps): Promise<Attachment> {
  const { domain } = request
  const [{ apex, www }, configured] = await Promise.all([
    attachedNames(request, deps),
    deps.client.isConfigured(domain),
  ])
  const names = await Promise.all([viewName(domain, apex, deps), viewName(wwwOf(domain), www, deps)])
  const redirecting = redirectsToApex(www, domain) && !apex?.redirect
  return {
    ...request,
    configured,
    names,
    ready: configured && redirecting && answersAsAttached(names, domain),
  }
}

/** Whether both names answer as document 2 says, Verification after a move. The apex may still answer 404. */
function answersAsAttached(names: readonly AttachedName[], domain: string): boolean {
  const [apex, www] = names.map(({ https }) => https)
  if (apex === undefined || apex.status >= 500) return false
  return (
    (apex.location === undefined || leadsTo(domain, apex, domain)) &&
    (www?.status === REDIRECT_STATUS || www?.status === 308) &&
    leadsTo(domain, www, wwwOf(domain))
  )
}

function leadsTo(domain: string, { location }: HttpsReply, from: string): boolean {
  const target = location === undefined ? null : URL.parse(location, `https://${from}/`)
  return target?.origin === `https://${domain}`
}

async function attachedNames({ project, domain }: AttachRequest, { client }: RequestDeps) {
  const [apex, www] = await Promise.all([
    client.attached({ project, name: domain }),
    client.attached({ project, name: wwwOf(domain) }),
  ])
  return { apex, www }
}

/** Attaches a name. A 409 may mean that the project has it, because the reply to an earlier call was lost. */
async function ensureAttached(
  name: { project: string; name: string },
  { client }: RequestDeps,
): Promise<ProjectDomain> {
  try {
    return await client.attach(name)
  } catch (error) {
    const mine = isRefusal(error, 409) ? await client.attached(name) : undefined
    if (mine) return mine
    throw error
  }
}

async function checkRegistered(domain: string, { client }: RequestDeps): Promise<void> {
  if (await client.domain(domain)) return
  throw new AppError('conflict', `Cannot attach "${domain}": the team does not have it, or not yet`, {
    hint: `see kura registrar orders ${domain}`,
  })
}

function redirectsToApex(www: ProjectDomain | undefined, domain: string): boolean {
  return www?.redirect === domain && www.redirectStatusCode === REDIRECT_STATUS
}

async function viewName(
  name: string,
  found: ProjectDomain | undefined,
  { requestHttps }: RequestDeps,
): Promise<AttachedName> {
  if (!found) return { name, attached: false }
  const { redirect, redirectStatusCode } = found
  return { name, attached: true, redirect, redirectStatusCode, https: await requestHttps(name) }
}

function wwwOf(domain: string): string {
  return `www.${domain}`
}
