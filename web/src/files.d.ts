/** The bundler puts the file among the assets and gives its address. */
declare module "*.svg" {
  const address: string;
  export default address;
}
