/**
 * What a visit needs of undici, by the files that hold it: all of undici (fetch, caches, mocks) takes a check of a small
 * site a tenth of its time to load. The version is pinned, and the tests of the visit run on it.
 */
import { createRequire } from 'node:module'
import type * as undici from 'undici'

const load = createRequire(import.meta.url)

/** A pool of connections for each origin. */
export const Agent = load('undici/lib/dispatcher/agent.js') as typeof undici.Agent

/** Makes what opens the connections of an agent. */
export const buildConnector = load('undici/lib/core/connect.js') as typeof undici.buildConnector

/** Sends one request through `this`, an agent. */
export const request = load('undici/lib/api/api-request.js') as typeof undici.Agent.prototype.request
