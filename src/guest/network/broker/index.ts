export { type BrokerWorker, GuestNetworkBroker } from './guestNetworkBroker.ts';
export { parseHost } from './hosts.ts';
