// Imported first by the commands: ends an older Node with a sentence. Older ones must be able to read it, and the file
// that imports it, so both load everything else later.
var OLDEST = 20;

if (Number(process.versions.node.split(".")[0]) < OLDEST) {
  console.error(
    "Counterpart needs Node " +
      OLDEST +
      " or newer; this is " +
      process.version +
      ". Install Node 24 from https://nodejs.org, then run the command again.",
  );
  process.exit(1);
}
