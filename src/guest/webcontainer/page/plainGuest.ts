import type { Guest } from '../../port.ts';
import type { Container } from './client.ts';
import type { ContainerPorts } from './containerPorts.ts';

/** The container without a supervisor. */
export async function openPlainGuest(
  _container: Container,
  _ports: ContainerPorts,
  reason: string,
): Promise<Guest> {
  throw new Error(reason);
}
