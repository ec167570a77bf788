import { notSupported } from '../nodeErrors/nodeError.ts';
import { release, version, versions } from './facts.ts';

/**
 * `process.report`. Packages with native parts read of it which C library is there, to choose one; that they do not run
 * here is then said by whoever opens it.
 */
export function createReport(process: { readonly argv: readonly string[]; cwd(): string }): object {
  return {
    writeReport() {
      throw notSupported('process.report.writeReport');
    },
    getReport: () => ({
      header: {
        reportVersion: 3,
        event: 'JavaScript API',
        trigger: 'GetReport',
        filename: null,
        cwd: process.cwd(),
        commandLine: [...process.argv],
        nodejsVersion: version,
        glibcVersionRuntime: '2.36',
        glibcVersionCompiler: '2.28',
        wordSize: 64,
        arch: 'x64',
        platform: 'linux',
        componentVersions: { ...versions },
        release: { ...release },
      },
      sharedObjects: [],
    }),
    directory: '',
    filename: '',
    compact: false,
    excludeNetwork: false,
    signal: 'SIGUSR2',
    reportOnFatalError: false,
    reportOnSignal: false,
    reportOnUncaughtException: false,
  };
}
