/** The address of the default pack, for load() of the package normlet. */
declare const pack: URL;
export default pack;
