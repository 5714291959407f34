const IN_MEMORY = "/dev/shm";

/** Creates an empty folder, in memory if possible. The caller must remove the folder. */
export async function memoryFolder(): Promise<string> {
  try {
    return await Deno.makeTempDir({ dir: IN_MEMORY });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return await Deno.makeTempDir();
    }
    throw error;
  }
}
