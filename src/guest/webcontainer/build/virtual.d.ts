declare module 'virtual:webcontainer/supervisor' {
  /** URL of the supervisor's script. */
  const url: string;
  export default url;
}
