import { EngineStopped } from "../causes.ts";

/** The engine's own functions, as the package calls them. */
type EngineModule = Record<string, unknown> & { onAbort?: () => void };
type Print = (line: string) => void;

const LAST_MESSAGE = /\b(?:PANIC|FATAL): +(.*)/;
/** The only status with which the engine survives: of a statement that has an error. */
const STATEMENT_ERROR = 100;

/**
 * Lets nothing of an engine run once it has stopped. The package takes the end for an error of one statement and
 * continues: the next statement runs for ever, or is answered from memory that is not on the disk.
 */
export function watchEngine(print: Print | undefined, onStop: (stopped: EngineStopped) => void) {
  let message = "The engine ended";
  return {
    lastMessage: () => message,
    printErr(line: string) {
      message = LAST_MESSAGE.exec(line)?.[1] ?? message;
      print?.(line);
    },
    watch(engine: unknown) {
      const module = engine as EngineModule;
      let isStopped = false;
      const stop = () => {
        if (isStopped) return;
        isStopped = true;
        const refuse = () => {
          throw new EngineStopped(message);
        };
        // Its functions begin with "_". What stackRestore throws, the package does not catch.
        for (const name of Object.keys(module))
          if (name.startsWith("_") || name === "stackRestore") module[name] = refuse;
        onStop(new EngineStopped(message));
      };
      module.onAbort = stop;
      for (const name of ["_PostgresMainLoopOnce", "_PostgresMainLongJmp"]) {
        const run = module[name] as () => void;
        module[name] = () => {
          try {
            run();
          } catch (error) {
            if ((error as { status?: number }).status === STATEMENT_ERROR) throw error;
            if (!isStopped) message = `The engine failed: ${String(error)}`;
            stop();
            throw error;
          }
        };
      }
    },
  };
}
