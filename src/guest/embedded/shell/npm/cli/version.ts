/** The npm whose behaviour and words are followed: the one that came with Node 20.20. */
export const npmVersion = '10.8.2';
