/** How the provider's webhook endpoint for our address stands; `incomplete`: it lacks events that we want. */
export const endpointStates = ["registered", "incomplete", "disabled", "missing"] as const;
export type EndpointState = (typeof endpointStates)[number];
