/** The newest end of the activity log that a caller has seen, or `none`. The reply has the store's newest end. */
export const WITNESS_HEADER = 'x-kura-log-head'
