// The file of the pack, beside this module: bundlers and Node find it by this expression.
export default new URL("./default.normpack", import.meta.url);
