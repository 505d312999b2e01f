import { EngineStopped } from "../causes.ts";

/** The engine's own functions, as the package calls them, and what it tells of its end. */
type EngineModule = Record<string, unknown> & { onAbort?: () => void };
type Print = (line: string) => void;

const LAST_WORDS = /\b(?:PANIC|FATAL): +(.*)/;
/** How the engine leaves a statement that has an error, and goes on. It leaves in no other way that it survives. */
const IS_ERROR_OF_STATEMENT = 100;

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
      let isStopped = false;
      const stop = () => {
        if (isStopped) return;
        isStopped = true;
        const refuse = () => {
          throw new EngineStopped(words);
        };
        // Its functions begin with "_". What stackRestore throws, the package does not catch.
        for (const name of Object.keys(module))
          if (name.startsWith("_") || name === "stackRestore") module[name] = refuse;
        onStop(new EngineStopped(words));
      };
      module.onAbort = stop;
      for (const name of ["_PostgresMainLoopOnce", "_PostgresMainLongJmp"]) {
        const carryOut = module[name] as () => void;
        module[name] = () => {
          try {
            carryOut();
          } catch (error) {
            if ((error as { status?: number }).status === IS_ERROR_OF_STATEMENT) throw error;
            if (!isStopped) words = `The engine failed: ${String(error)}`;
            stop();
            throw error;
          }
        };
      }
    },
  };
}
