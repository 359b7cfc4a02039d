/** In a request, the newest end of the activity log that the caller has seen, or `none`; in a reply, the store's. */
export const WITNESS_HEADER = 'x-kura-log-head'
