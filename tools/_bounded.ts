/**
 * Maps items through a task, with at most so many tasks running at once. After a
 * failure no further task is begun.
 *
 * @throws What the first failing task throws.
 */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  most: number,
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (hasFailed) return;
      try {
        results.set(at, await task(item));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return items.map((_, at) => results.get(at) as Result);
}
