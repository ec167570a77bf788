export { madePackage, type RegistryPackage, realPackage } from './packages.ts';
export { startRegistry, type TestRegistry, tarballPath } from './registry.ts';
