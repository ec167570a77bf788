export const title = 'Nothing has this address';
export const asked = 'The address asks for <hash/>, and no page of this version is called so.';
export const reasons =
  'It may have been typed, cut when it was copied, or made by a newer version. What is stored is not touched.';
export const whereNow = 'Where to go on';
export const demo = 'The demo';
export const lessons = 'Lessons';
export const lab = 'The Lab';
export const protocols = 'Protocols of the harnesses';
export const recording = 'Open a recording';
export const compare = 'Compare two sessions';
export const imports = 'Open what another program has kept';
