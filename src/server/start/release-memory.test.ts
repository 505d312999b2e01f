import { expect, test, vi } from "vitest";
import { releaseMemory } from "./release-memory.ts";

test("SPEED-2 a portal that has become quiet gives back once what it has left behind, and again when there is more", () => {
  vi.useFakeTimers();
  const heap = vi.spyOn(process, "memoryUsage");
  const processor = vi.spyOn(process, "cpuUsage");
  const collect = vi.fn();
  const look = (usedMs: number, heapMiB: number) => {
    processor.mockReturnValue({ user: usedMs * 1000, system: 0 });
    heap.mockReturnValue({ heapTotal: heapMiB * 1024 * 1024 } as NodeJS.MemoryUsage);
    vi.advanceTimersByTime(2000);
    return collect.mock.calls.length;
  };
  try {
    const { close } = releaseMemory(collect);
    expect(look(1000, 80)).toBe(0);
    expect(look(20, 80)).toBe(1);
    for (let n = 0; n < 9; n += 1) expect(look(20, 85)).toBe(1);
    expect(look(1000, 120)).toBe(1);
    // Its next pause may be a short one.
    for (let n = 0; n < 4; n += 1) expect(look(20, 120)).toBe(1);
    expect(look(20, 120)).toBe(2);
    close();
    for (let n = 0; n < 9; n += 1) expect(look(20, 200)).toBe(2);
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});
