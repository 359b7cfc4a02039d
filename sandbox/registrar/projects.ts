/** The domains of a project: attaching a domain, and redirecting one domain to another. */
import * as z from 'zod'
import { readJson } from '../requests.ts'
import type { SandboxCall } from '../serve.ts'
import { domainOf, type Endpoint } from './endpoint.ts'
import { refusal } from './errors.ts'
import type { AttachedDomain, RegistrarDeps, RegistrarState } from './state.ts'

const redirectFields = {
  redirect: z.string().nullish(),
  redirectStatusCode: z.union([z.literal([301, 302, 307, 308]), z.null()]).optional(),
}
const attachBody = z.looseObject({ name: z.string().min(1), ...redirectFields })
const patchBody = z.looseObject(redirectFields)

export function projectEndpoints({ state, now }: RegistrarDeps): Endpoint[] {
  return [
    {
      method: 'POST',
      path: '/v10/projects/{project}/domains',
      errors: 'wrapped',
      async answer(call) {
        const { name, ...given } = await readBody(call, attachBody)
        checkFree(name, state)
        const domain = { name, ...redirectOf(given), createdAt: now() }
        projectOf(call, state).set(name, domain)
        return Response.json(attachedReply(domain, call))
      },
    },
    {
      method: 'GET',
      path: '/v9/projects/{project}/domains/{domain}',
      errors: 'wrapped',
      answer: call => Response.json(attachedReply(attachedOf(call, state), call)),
    },
    {
      method: 'PATCH',
      path: '/v9/projects/{project}/domains/{domain}',
      errors: 'wrapped',
      async answer(call) {
        const given = await readBody(call, patchBody)
        const domain = { ...attachedOf(call, state), ...redirectOf(given) }
        projectOf(call, state).set(domain.name, domain)
        return Response.json(attachedReply(domain, call))
      },
    },
  ]
}

async function readBody<T>({ request }: SandboxCall, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await readJson(request))
  if (!parsed.success)
    throw refusal('wrapped', { status: 400, code: 'bad_request', message: 'Invalid request body' })
  return parsed.data
}

function redirectOf({
  redirect,
  redirectStatusCode,
}: z.infer<typeof patchBody>): Pick<AttachedDomain, 'redirect' | 'redirectStatusCode'> {
  return { redirect: redirect ?? null, redirectStatusCode: redirectStatusCode ?? null }
}

function projectOf({ params }: SandboxCall, state: RegistrarState): Map<string, AttachedDomain> {
  const project = state.projects.get(params['project'] ?? '')
  if (!project) throw refusal('wrapped', { status: 403, code: 'forbidden', message: 'No such project' })
  return project
}

/** Refuses a name that a project has already, because a name belongs to one project at a time. */
function checkFree(name: string, { projects }: RegistrarState): void {
  const taken = [...projects.values()].some(project => project.has(name))
  if (taken)
    throw refusal('wrapped', {
      status: 409,
      code: 'domain_already_in_use',
      message: `${name} is already in use`,
    })
}

function attachedOf(call: SandboxCall, state: RegistrarState): AttachedDomain {
  const domain = projectOf(call, state).get(domainOf(call))
  if (!domain)
    throw refusal('wrapped', { status: 403, code: 'forbidden', message: 'The project has no such domain' })
  return domain
}

function attachedReply(
  { name, redirect, redirectStatusCode, createdAt }: AttachedDomain,
  { params }: SandboxCall,
) {
  const projectId = params['project'] ?? ''
  const apexName = name.split('.').slice(-2).join('.')
  return {
    name,
    apexName,
    projectId,
    redirect,
    redirectStatusCode,
    verified: true,
    createdAt,
    updatedAt: createdAt,
  }
}
