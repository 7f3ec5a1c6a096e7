/** State of the provider's webhook endpoint for our address; `incomplete`: it lacks events that we need. */
export const endpointStates = ["registered", "incomplete", "disabled", "missing"] as const;
export type EndpointState = (typeof endpointStates)[number];
