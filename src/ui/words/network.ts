export const networkOfGuest = 'Network of the guest';
export const explanation =
  'The guest has no network but the hosts in this list. Requests carry no cookies, no keys and no address of this page, and a server must let web pages read it (CORS).';
export const revoke = 'Revoke';
export const revokeHost = (host: string) => `Revoke ${host}`;
export const noHost = 'No host is allowed.';
export const allowAHost = 'Allow a host';
/** A name that stands for any. */
export const exampleHost = 'registry.example';
export const allow = 'Allow';
export const isNoHost = 'That is no host: type a name like registry.example, with a port where it needs one.';
export const isAllowed = (host: string) => `${host} is allowed.`;
export const isRevoked = (host: string) => `${host} is not allowed any more.`;

export const network = 'Network';
export const askedFor =
  'The guest asked for <host/>. It has no network unless you allow a host; nothing of you or this page is sent along.';
export const allowForSession = (host: string) => `Allow ${host} for this session`;
export const notNow = 'Not now';
export const askedAloud = (host: string) =>
  `The guest asked for ${host}, which is not allowed. You can allow it above the message field.`;
export const isAllowedForSession = (host: string) => `${host} is allowed for this session.`;
