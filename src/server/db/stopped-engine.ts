/** The embedded database gave up, mostly because it could not write to its disk. Only a new start goes on from there. */
export class EngineStopped extends Error {
  override name = "EngineStopped";
}

/** The engine's own functions, as the package calls them, and what it tells of its end. */
type EngineModule = Record<string, unknown> & { onAbort?: () => void };
type Print = (line: string) => void;

const LAST_WORDS = /\b(?:PANIC|FATAL): +(.*)/;

/**
 * Lets nothing of an engine run any more once it has given up. The package takes the end for an error of one statement
 * and goes on: the next statement runs for ever, or is answered from memory that no disk holds.
 */
export function watchForItsEnd(
  print: Print | undefined,
  onStop: (stopped: EngineStopped) => void,
): { printErr: Print; watch: (engine: unknown) => void; lastWords: () => string } {
  let words = "The engine ended";
  return {
    lastWords: () => words,
    printErr(line) {
      words = LAST_WORDS.exec(line)?.[1] ?? words;
      print?.(line);
    },
    watch(engine) {
      const module = engine as EngineModule;
      module.onAbort = () => {
        const refuse = () => {
          throw new EngineStopped(words);
        };
        // Its functions begin with "_". What stackRestore throws, the package does not catch.
        for (const name of Object.keys(module))
          if (name.startsWith("_") || name === "stackRestore") module[name] = refuse;
        onStop(new EngineStopped(words));
      };
    },
  };
}
