/** Telling people: which way a message can go, deliveries, and the status message (document 3, part A). */
import { routesOfChat } from '../lib/app/chat.ts'
import { endpoint } from '../lib/app/core.ts'

export default endpoint(routesOfChat)
