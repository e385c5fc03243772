package io.weir.perf.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A control group of Linux with a limit of memory, the page cache of its processes included.
 *
 * <p>Needs the right to create groups. Both versions are known: their files have different names.
 * Source: the kernel's documentation, cgroup-v1/memory and cgroup-v2.
 *
 * @param folder of the group
 */
record MemoryGroup(Path folder) implements AutoCloseable {

  private static final Path SECOND = Path.of("/sys/fs/cgroup");
  private static final Path FIRST = SECOND.resolve("memory");
  private static final String NAME = "weir-growth-";

  /** Creates a group. Fails if this user may not, and says so. */
  static MemoryGroup of(long bytes) throws IOException {
    var second = Files.exists(SECOND.resolve("cgroup.controllers"));
    var folder =
        (second ? SECOND : FIRST).resolve(NAME + ProcessHandle.current().pid());
    try {
      Files.createDirectory(folder);
      Files.writeString(
          folder.resolve(second ? "memory.max" : "memory.limit_in_bytes"), Long.toString(bytes));
      return new MemoryGroup(folder);
    } catch (IOException e) {
      Files.deleteIfExists(folder);
      throw new IOException(
          "a control group with a limit of memory needs root and the memory controller folder="
              + folder,
          e);
    }
  }

  /** Returns a command that runs another one in the group. */
  List<String> around(List<String> command) {
    var enter = "echo $$ > " + folder.resolve("cgroup.procs") + "; exec \"$@\"";
    return Stream.concat(Stream.of("sh", "-c", enter, "sh"), command.stream())
        .collect(Collectors.toUnmodifiableList());
  }

  /** Deletes the group, whose processes have ended. */
  @Override
  public void close() throws IOException {
    Files.delete(folder);
  }
}
